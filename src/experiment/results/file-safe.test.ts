import { posix, win32 } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slug } from '../../search/pipeline/index.js';
import { fileSafe } from './store.js';

/** What Windows takes for something else than a file of that name, or drops from it. */
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;
const REFUSED = /[<>:"/\\|?*]/;
const isControl = (name: string): boolean => [...name].some((character) => character < ' ');

const NAMES = [
  'CON',
  'nul',
  'Aux.txt',
  'com1',
  'LPT9.tar.gz',
  'PRN',
  'a:b',
  'C:',
  'a\\b',
  '..',
  '.',
  'x.',
  'x ',
  '',
  '\0',
  'a|b?',
  '~',
];

describe.each([
  ['fileSafe', fileSafe],
  ['slug', slug],
] as const)('%s on the file systems of Windows', (_, made) => {
  const mustBeOneName = (name: string): void => {
    const safe = made(name);
    expect([name, safe, RESERVED.test(safe)]).toEqual([name, safe, false]);
    expect(REFUSED.test(safe) || isControl(safe) || /[. ]$/.test(safe)).toBe(false);
    for (const path of [win32, posix]) {
      if (safe === '') continue;
      expect(path.basename(path.join('out', safe, 'record.json'))).toBe('record.json');
      expect(path.relative('out', path.join('out', safe))).toBe(safe);
      expect(path.isAbsolute(safe)).toBe(false);
    }
  };

  it('makes one name of what is a device, a drive, a stream or a path there', () => {
    for (const name of NAMES) mustBeOneName(name);
  });

  it('makes one name of any text', () => {
    fc.assert(fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...NAMES)), mustBeOneName));
  });

  it('makes names that a disk takes, however long the text is', () => {
    for (const name of ['x'.repeat(5000), 'ü'.repeat(300), `${'y'.repeat(254)}.z`])
      expect(Buffer.byteLength(made(name))).toBeLessThanOrEqual(255);
    expect(made(`${'x'.repeat(5000)}a`)).not.toBe(made(`${'x'.repeat(5000)}b`));
  });
});

describe('fileSafe', () => {
  it('keeps distinct names distinct', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        expect(fileSafe(a) === fileSafe(b)).toBe(a === b);
      }),
    );
    expect(new Set(NAMES.map(fileSafe)).size).toBe(NAMES.length);
  });
});
