import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { InputError, type Judgements } from '../../../core/index.js';
import { JUDGEMENT_WRITERS, readJudgements, writeJudgements } from './index.js';

const judgements: Judgements = new Map([
  [
    '10',
    new Map([
      ['d2', 1],
      ['d1', 0],
    ]),
  ],
  [
    '9',
    new Map([
      ['__proto__', 2],
      ['7', -1],
    ]),
  ],
]);
const odd: Judgements = new Map([['a b', new Map([['c\td', 1]])]]);

const file = (name: string): string => join(mkdtempSync(join(tmpdir(), 'judgements-')), name);

it.each(JUDGEMENT_WRITERS)('%s is read back as it was, in its order', async (format) => {
  const path = file('judgements');
  await writeJudgements(path, judgements, format);
  const read = await readJudgements(path);
  expect([...read.judgements].map(([query, grades]) => [query, [...grades]])).toEqual(
    [...judgements].map(([query, grades]) => [query, [...grades]]),
  );
  expect(read.format).toBe({ trec: 'trec', ranx: 'json', beir: 'beir', mteb: 'jsonl' }[format]);
});

it.each([
  ['q.json', '{"10":{"d2":1,"d1":0},\n'],
  ['q.tsv', 'query-id\tcorpus-id\tscore\n10\td2\t1\n'],
  ['q.jsonl', '{"query-id":"10","corpus-id":"d2","score":1}\n'],
  ['q.txt', '10 0 d2 1\n'],
])('the name of the file says the format: %s', async (name, start) => {
  const path = file(name);
  await writeJudgements(path, judgements);
  expect(readFileSync(path, 'utf8').slice(0, start.length)).toBe(start);
});

it.each(['trec', 'beir'] as const)(
  '%s refuses ids that it cannot hold, and names formats that can',
  async (format) => {
    const error = await writeJudgements(file('x'), odd, format).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).fix).toBe('write them as ranx or mteb');
    const path = file('y');
    await writeJudgements(path, odd, 'mteb');
    expect((await readJudgements(path)).judgements).toEqual(odd);
  },
);
