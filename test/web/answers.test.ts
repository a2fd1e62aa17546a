import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { addresses, keyOf, type TaskAnswers } from '../../src/web/page-data/index.js';
import { openSite } from '../../src/web/server/index.js';
import { answeredSample } from '../support/answered.js';
import { sampleResults } from '../support/browser.js';
import { temporaryFolder } from '../support/command.js';

const TASK = keyOf('Biology', 'sample');
let results: string;
let answers: string;
beforeAll(async () => {
  results = await sampleResults('bm25', 'lsa');
  answers = await answeredSample(
    results,
    'Biology',
    ...['--system', 'bm25', '--system', 'lsa', '--closed-book', '--relevant-documents'],
  );
});

const read = async (folder = answers, records = results): Promise<TaskAnswers> =>
  (await openSite({ results: [records], answers: [folder] }).resource(addresses.answers(TASK)))!;

/** A copy of the answers in which one file of each set was changed, or taken away. */
const changed = (named: RegExp, change: (text: string) => string | undefined): string => {
  const copy = join(temporaryFolder(), 'answers');
  cpSync(answers, copy, { recursive: true });
  const files = readdirSync(copy, { recursive: true, encoding: 'utf8' }).filter((name) => named.test(name));
  for (const file of files.map((name) => join(copy, name))) {
    const text = change(readFileSync(file, 'utf8'));
    if (text === undefined) rmSync(file);
    else writeFileSync(file, text);
  }
  return copy;
};

it('answers are those of the systems whose rankings were shown, with floor and ceiling', async () => {
  const { sets, problems } = await read();
  expect(problems).toEqual([]);
  expect(sets.map(({ from, system }) => system?.name ?? from).sort()).toEqual([
    'bm25',
    'closed book',
    'lsa',
    'relevant documents',
  ]);
  const right = (from: string) =>
    sets.find((each) => each.from === from)!.answers.filter((each) => each.right).length;
  expect(right('closed book')).toBe(0);
  expect(right('relevant documents')).toBeGreaterThan(0);
  // What the judge did not plainly say is not wrong.
  expect(sets.flatMap((each) => each.answers).filter(({ outcome }) => outcome === 'unclear')).toMatchObject([
    { right: null },
  ]);
});

it.each([
  ['verdict', /answers\..*\.jsonl$/, (text: string) => text.replace('"wrong"', '"right"')],
  ['record of verdicts', /answers\..*\.json$/, (text: string) => text.replace('"reader"', '"other"')],
  ['answer', /query_with_hydoc\.jsonl$/, (text: string) => text.replace('Answer: ', 'Answer:  ')],
  ['record of answers', /generation\.json$/, (text: string) => text.replace('"samples": 1', '"samples": 2')],
])(
  'a %s that was changed is refused with the file and what to do, and nothing of it is shown',
  async (_, file, change) => {
    const { sets, problems } = await read(changed(file, change));
    expect(sets).toEqual([]);
    expect(problems).toHaveLength(4);
    for (const problem of problems) {
      expect(problem).toMatch(/^answers\/Biology\/answer-/);
      expect(problem).toContain('changed');
    }
  },
);

it.each([
  [
    'verdicts that were not written to the end',
    /answers\..*\.json$/,
    (text: string) => JSON.stringify({ ...JSON.parse(text), seal: undefined }),
    /not all are written/,
  ],
  ['a record whose verdicts are lost', /answers\..*\.jsonl$/, () => undefined, /no verdicts/],
  ['verdicts whose answers are lost', /query_with_hydoc\.jsonl$/, () => undefined, /no sealed answers/],
])('%s are refused', async (_, file, change, why) => {
  const { sets, problems } = await read(changed(file, change as (text: string) => string | undefined));
  expect(sets).toEqual([]);
  expect(problems).toHaveLength(4);
  for (const problem of problems) expect(problem).toMatch(why);
});

it('answers with a ranking that is no longer there are not given to another of the same system', async () => {
  const other = await sampleResults('bm25(k1=0.1)');
  const { sets, problems } = await read(answers, other);
  expect(sets.map(({ from }) => from).sort()).toEqual(['closed book', 'relevant documents']);
  expect(problems).toEqual([
    'answer-bm25, answers of reader: they were written with a ranking that is not among these results',
    'answer-lsa, answers of reader: they were written with a ranking that is not among these results',
  ]);
});

it('a folder that is not there, or has other tasks, has no answers', async () => {
  for (const folder of [join(temporaryFolder(), 'none'), dirname(answers)])
    expect(await read(folder)).toEqual({ task: TASK, sets: [], problems: [] });
});
