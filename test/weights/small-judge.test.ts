import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { r2med } from '../support/command.js';
import { dumpJourney } from '../support/dump-journey.js';
import { rows } from '../support/generating.js';
import { illustratedAnswer } from '../support/illustrated-dumps.js';

const { R2MED_TEST_PROGRAM: bin = '', R2MED_TEST_GGUF: gguf = '' } = process.env;

// biome-ignore lint/suspicious/noExplicitAny: rows of files that the program wrote
type Row = Record<string, any>;

/** Who stands in for the model where nobody can read it: rows of a file, as a person writes them. */
const PERSON = 'person.jsonl';
const pairOf = ({ item, passage }: Row): string => `${item}\t${passage}`;

/** The grades in a response, read without the reader of the package. */
const gradesIn = (raw: string) => {
  const gradeOf = (criterion: string) =>
    Number(new RegExp(`${criterion}\\W*([0-4])(?!\\d)`, 'i').exec(raw)?.[1] ?? Number.NaN);
  return { answerRelevance: gradeOf('Answer relevance'), reasoningSupport: gradeOf('Reasoning support') };
};

it('a real small model is one of three judges on the way from dumps to a release: what it says is kept, and nothing is invented', async () => {
  const { folder, type, tryTo, served, toCandidates, toRelease } = await dumpJourney((words, options) =>
    r2med(words, { ...options, bin }),
  );
  const build = (name: string): readonly Row[] =>
    rows(readFileSync(join(folder, 'build', `${name}.jsonl`), 'utf8'));
  await toCandidates('--pool-depth 1');
  const pairs = build('candidates').map(pairOf);

  // Two careful judges outvote it, whatever it says.
  const judge = (small: string) =>
    `r2med build judge --judges '${served('alder')},${served('birch')},${small}' --high 2.5 --middle 0 --max-tokens 60`;
  const first = await tryTo(judge(`gguf:${gguf}`));
  const unreadable = first.code === 0 ? [] : build('judge.undecided');
  if (unreadable.length > 0) {
    expect(first.code).toBe(1);
    expect(first.stderr).toContain(`${unreadable.length} undecided`);
    for (const { step, id, why, text, prompt } of unreadable) {
      expect({ step, isAsked: pairs.includes(id) }).toEqual({ step: 'judge', isAsked: true });
      expect(why).toContain('a response that cannot be read');
      expect({ id, isText: typeof text === 'string', isPrompt: prompt.includes('<passage>') }).toEqual({
        id,
        isText: true,
        isPrompt: true,
      });
    }
    const decided = unreadable.map(({ step, id, prompt }) => ({ step, id, text: illustratedAnswer(prompt) }));
    writeFileSync(join(folder, PERSON), decided.map((row) => `${JSON.stringify(row)}\n`).join(''));
    await type(judge(`prepared:${PERSON}|gguf:${gguf}`));
  }

  const undecided = new Set(unreadable.map(({ id }) => id));
  const judged = build('judged').filter(({ by }) => by !== 'near-duplicate');
  expect(judged.map(pairOf).toSorted()).toEqual(pairs.toSorted());
  const small = judged.map((row) => ({ pair: pairOf(row), ...row.judges[2] }));
  for (const { pair, judge, raw, answerRelevance, reasoningSupport } of small) {
    const by = undecided.has(pair) ? `prepared:${PERSON}` : basename(gguf, '.gguf');
    expect({ pair, judge, answerRelevance, reasoningSupport }).toEqual({ pair, judge: by, ...gradesIn(raw) });
  }
  console.log(`${small.length} verdicts were asked of the small model: ${undecided.size} could not be read`);

  // The release names who judged, and how much of it where a person stood in.
  const { release } = await toRelease();
  const card = readFileSync(join(release, 'README.md'), 'utf8');
  const said = card.split('\n').find((line) => line.startsWith('Judges of documents: alder, birch, '))!;
  expect(said.includes(basename(gguf, '.gguf'))).toBe(undecided.size < pairs.length);
  expect(said.includes(`prepared:${PERSON} (verdicts on ${undecided.size} pairs)`)).toBe(undecided.size > 0);
});
