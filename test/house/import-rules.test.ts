import { describe, expect, it } from 'vitest';
import { rowOf, writtenRows } from '../support/room-tables.js';
import { FLOORS, files, floorOf, type Import, imports, roomOf, rooms } from '../support/source-graph.js';

const storey = (floor: string): number => (FLOORS as readonly string[]).indexOf(floor);
const shown = ({ file, specifier }: Import): string => `${file} imports ${specifier}`;

/** Imports of our own sources but for styles, which only the build of the pages reads. */
const ways = imports.filter(({ target }) => target !== undefined && !target.endsWith('.css'));

describe('imports', () => {
  it('are between floors that have a place in the order', () => {
    expect([...new Set(files.map(floorOf))].filter((floor) => storey(floor) < 0)).toEqual([]);
  });

  it('never go to a floor above', () => {
    const upward = ways.filter(({ file, target }) => storey(floorOf(target!)) > storey(floorOf(file)));
    expect(upward.map(shown)).toEqual([]);
  });

  it('enter another room by its index.ts', () => {
    const past = ways.filter(({ file, target }) => {
      const room = roomOf(target!);
      if (room === roomOf(file)) return false;
      // What a floor offers to users is gathered from its rooms, and the contents page may gather from there.
      if (/^[\w-]+\/public\.ts$/.test(target!)) return file !== 'index.ts';
      return target !== `${room}/index.ts`;
    });
    expect(past.map(shown)).toEqual([]);
  });

  it('of styles are made where they belong to; both pages have the same look', () => {
    const styles = imports.filter(({ target }) => target?.endsWith('.css'));
    const wrong = styles.filter(({ file, target }) => {
      const own = roomOf(file);
      const shared = own === 'web/review-page' && target!.startsWith('web/page/styles/');
      return !(['web/page', 'web/review-page'].includes(own) && (target!.startsWith(`${own}/`) || shared));
    });
    expect(wrong.map(shown)).toEqual([]);
  });
});

describe('the table of rooms in the README of a floor', () => {
  const written = new Map(writtenRows().map((row) => [row.room, row]));

  it('has a row for each room, and for nothing else', () => {
    expect([...written.keys()].sort()).toEqual([...rooms].sort());
  });

  // What is imported and not drawn, and what is drawn and not imported, is wrong alike: the table is the rule.
  it.each(rooms)('draws what %s imports, and no more', (room) => {
    const { question = '', ...row } = written.get(room) ?? {};
    expect({ question, ...row }).toEqual(rowOf(room, question));
    expect(question).toMatch(/\?$/);
  });
});
