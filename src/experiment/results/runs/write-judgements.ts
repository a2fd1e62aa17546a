import { InputError, type Judgements } from '../../../core/index.js';
import { writeAtomic } from '../../../platform/node/index.js';

/** Formats that judgements can be written in: qrels of TREC, JSON of ranx, BEIR's table, rows as MTEB has them on the hub. */
export const JUDGEMENT_WRITERS = ['trec', 'ranx', 'beir', 'mteb'] as const;

type JudgementWriter = (typeof JUDGEMENT_WRITERS)[number];

const BY_ENDING: readonly (readonly [string, JudgementWriter])[] = [
  ['.json', 'ranx'],
  ['.tsv', 'beir'],
  ['.jsonl', 'mteb'],
];

/**
 * Writes judgements for another program, whole or not at all; by default in the format that the name of the file says: `.json` for ranx, `.tsv`
 * for BEIR, `.jsonl` for MTEB, else TREC. `readJudgements` reads each of them.
 */
export const writeJudgements = (
  file: string,
  judgements: Judgements,
  format: JudgementWriter = BY_ENDING.find(([ending]) => file.endsWith(ending))?.[1] ?? 'trec',
): Promise<void> => writeAtomic(file, WRITERS[format](judgements));

const WRITERS: Readonly<Record<JudgementWriter, (judgements: Judgements) => Iterable<string>>> = {
  trec: (judgements) =>
    rows(judgements, (query, document, grade) => `${word(query)} 0 ${word(document)} ${grade}`),
  ranx: (judgements) => [
    // Written by hand: an object would put ids that are numbers first, and lose __proto__.
    `{${[...judgements]
      .map(([query, grades]) => {
        const own = [...grades].map(([document, grade]) => `${JSON.stringify(document)}:${grade}`);
        return `${JSON.stringify(query)}:{${own.join(',')}}`;
      })
      .join(',\n')}}\n`,
  ],
  *beir(judgements) {
    yield 'query-id\tcorpus-id\tscore\n';
    yield* rows(judgements, (query, document, grade) => `${cell(query)}\t${cell(document)}\t${grade}`);
  },
  mteb: (judgements) =>
    rows(judgements, (query, document, score) =>
      JSON.stringify({ 'query-id': query, 'corpus-id': document, score }),
    ),
};

function* rows(
  judgements: Judgements,
  row: (query: string, document: string, grade: number) => string,
): Generator<string> {
  for (const [query, grades] of judgements)
    for (const [document, grade] of grades) yield `${row(query, document, grade)}\n`;
}

const word = (id: string): string => held(id, id !== '' && !/[\s\p{Cc}]/u.test(id), 'qrels of TREC');
const cell = (id: string): string => held(id, !/^$|^\s|[\t\n\r]|\s$/.test(id), 'a table of BEIR');

const held = (id: string, fits: boolean, what: string): string => {
  if (fits) return id;
  throw new InputError({
    found: `the id ${JSON.stringify(id)}, which ${what} cannot hold`,
    expected: 'ids without white space that separates columns',
    fix: 'write them as ranx or mteb',
  });
};
