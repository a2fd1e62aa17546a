import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { jsonl, writtenFolder } from '../../../../test/support/written-folder.js';
import { InputError } from '../../../core/index.js';
import type { CollectionText } from './collection.js';
import { textsInFiles } from './read-texts.js';

const read = async (path: string): Promise<readonly CollectionText[]> => {
  const { parts } = await textsInFiles(path);
  const all: CollectionText[] = [];
  for (const part of parts) for await (const text of part.read()) all.push(text);
  return all;
};

describe('textsInFiles', () => {
  it('reads every string of JSON lines, with line and place', async () => {
    const row = { query: 'Gout?', pos: ['Urate.', { text: 'Crystals.' }], n: 3, none: null };
    const folder = writtenFolder({
      'train.jsonl': `\n${jsonl(row, { messages: [{ role: 'user', content: 'Hi' }] })}`,
    });
    expect(await read(`${folder}/train.jsonl`)).toEqual([
      { id: '2:query', text: 'Gout?' },
      { id: '2:pos[0]', text: 'Urate.' },
      { id: '2:pos[1].text', text: 'Crystals.' },
      { id: '3:messages[0].role', text: 'user' },
      { id: '3:messages[0].content', text: 'Hi' },
    ]);
  });

  it('reads rows that are nested deeper than calls can go, and long lists', async () => {
    const deep = `{"a":${'['.repeat(5000)}"gout"${']'.repeat(5000)}}\n`;
    const long = jsonl({ a: Array.from({ length: 300_000 }, () => 'x') });
    const found = await read(`${writtenFolder({ 'a.jsonl': deep + long })}/a.jsonl`);
    expect(found).toHaveLength(300_001);
    expect(found[0]!.text).toBe('gout');
    expect(found.at(-1)!.id).toBe('2:a[299999]');
  });

  it('reads every cell of a table, quoted ones over several lines too', async () => {
    const folder = writtenFolder({
      'a.csv': 'id,text\n1,"gout, of\nthe toe"\n\n2,fever\n',
      'b.tsv.gz': gzipSync('1\tgout\n'),
    });
    expect(await read(folder)).toEqual([
      { id: 'a.csv:1:1', text: 'id' },
      { id: 'a.csv:1:2', text: 'text' },
      { id: 'a.csv:2:1', text: '1' },
      { id: 'a.csv:2:2', text: 'gout, of\nthe toe' },
      { id: 'a.csv:5:1', text: '2' },
      { id: 'a.csv:5:2', text: 'fever' },
      { id: 'b.tsv.gz:1:1', text: '1' },
      { id: 'b.tsv.gz:1:2', text: 'gout' },
    ]);
  });

  it('reads every line and every paragraph of plain text', async () => {
    const folder = writtenFolder({ 'a.txt': 'one\n\ntwo\r\nthree\n \nfour' });
    expect(await read(`${folder}/a.txt`)).toEqual([
      { id: '1', text: 'one' },
      { id: '3', text: 'two' },
      { id: '4', text: 'three' },
      { id: '3-4', text: 'two\nthree' },
      { id: '6', text: 'four' },
    ]);
  });

  it('cuts long paragraphs so that they overlap by a line', async () => {
    const folder = writtenFolder({ 'a.txt': Array.from({ length: 450 }, (_, i) => `line ${i}\n`).join('') });
    const ids = (await read(`${folder}/a.txt`)).map(({ id }) => id).filter((id) => id.includes('-'));
    expect(ids).toEqual(['1-200', '200-399', '399-450']);
  });

  it('hands over a very long text in pieces that overlap', async () => {
    const text = Array.from({ length: 60_000 }, (_, i) => `w${10_000 + i}`).join(' ');
    const pieces = await read(`${writtenFolder({ 'a.txt': text })}/a.txt`);
    expect(pieces.map(({ id, text: piece }) => [id, piece.length])).toEqual([
      ['1#1', 200_000],
      ['1#2', 200_000],
      ['1#3', text.length - 2 * 198_000],
    ]);
    expect(pieces[0]!.text.slice(-2000)).toBe(pieces[1]!.text.slice(0, 2000));
    expect(text.endsWith(pieces[2]!.text)).toBe(true);
  });

  it('reads a folder with its folders by name, leaves out hidden and other files, and says so', async () => {
    const folder = writtenFolder({
      'b.md': 'gout',
      'a/z.txt': 'fever',
      '.git/x.txt': 'hidden',
      'picture.png': 'x',
      toString: 'x',
    });
    expect((await read(folder)).map(({ id }) => id)).toEqual(['a/z.txt:1', 'b.md:1']);
    expect((await textsInFiles(folder)).notes).toEqual([
      '2 files are not .jsonl, .ndjson, .csv, .tsv, .txt, .md and not read',
    ]);
  });

  it('refuses what has no texts, and names the line of a broken row', async () => {
    const folder = writtenFolder({ 'model.bin': 'x', 'a.jsonl': '{"a": "x"}\n{"a": \n' });
    for (const path of ['model.bin', 'none.jsonl'])
      await expect(textsInFiles(`${folder}/${path}`)).rejects.toThrow(InputError);
    await expect(textsInFiles(writtenFolder())).rejects.toThrow(/a folder without files of texts/);
    await expect(read(`${folder}/a.jsonl`)).rejects.toThrow(/a\.jsonl:2: no JSON/);
  });
});
