import { type DocId, InputError, type QueryId, type Task } from '../../core/index.js';
import { ANY_GRADES } from '../../platform/formats/index.js';
import { judgementRows } from '../../tasks/index.js';

/** One judgement, in the order in which its file gives them. */
export interface JudgedPair {
  readonly query: QueryId;
  readonly document: DocId;
  /** Above 0 means relevant; a judgement without a grade is one of relevance. */
  readonly grade?: number;
}

/** Judgements by sign, each pair once. */
export const bySign = (pairs: Iterable<JudgedPair>) => {
  const positives = new Map<string, JudgedPair>();
  const hardNegatives = new Map<string, JudgedPair>();
  for (const pair of pairs) {
    const side = (pair.grade ?? 1) > 0 ? positives : hardNegatives;
    if (!side.has(keyOf(pair))) side.set(keyOf(pair), pair);
  }
  return { positives: [...positives.values()], hardNegatives: [...hardNegatives.values()] };
};

/**
 * A task's judgements in the order of their file. An open task keeps them by query, which is the same order unless the
 * file goes back to a query it has left, and a pair that was graded above 0 and otherwise once; so the file is read again.
 */
export const judgedPairs = async (task: Task): Promise<readonly JudgedPair[]> => {
  const byQuery = [...task.judgements].flatMap(([query, grades]) =>
    [...grades].map(([document, grade]): JudgedPair => ({ query, document, grade })),
  );
  const inFile = task.judgementsFile === undefined ? undefined : await pairsIn(task.judgementsFile);
  // A file that has changed since the task was opened says nothing about its order.
  return inFile && sameJudgements(task, inFile, byQuery.length) ? inFile : byQuery;
};

/** The highest grade of each pair is the task's. */
const sameJudgements = ({ judgements }: Task, pairs: readonly JudgedPair[], count: number): boolean => {
  const highest = new Map<string, JudgedPair>();
  for (const pair of pairs) {
    const key = keyOf(pair);
    const before = highest.get(key);
    if (!before || before.grade! < pair.grade!) highest.set(key, pair);
  }
  return (
    highest.size === count &&
    [...highest.values()].every(
      ({ query, document, grade }) => judgements.get(query)?.get(document) === grade,
    )
  );
};

const keyOf = ({ query, document }: JudgedPair): string => JSON.stringify([query, document]);

/** Every row but those that repeat an earlier one. */
const pairsIn = async (file: string): Promise<readonly JudgedPair[] | undefined> => {
  const pairs = new Map<string, JudgedPair>();
  try {
    for await (const rows of judgementRows(file, ANY_GRADES))
      for (const { queryId: query, docId: document, grade } of rows) {
        const key = `${keyOf({ query, document })} ${grade}`;
        if (!pairs.has(key)) pairs.set(key, { query, document, grade });
      }
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
  return [...pairs.values()];
};
