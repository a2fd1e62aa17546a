import {
  canonicalJson,
  corpusOf,
  type DocId,
  InputError,
  type Judgements,
  type Query,
  type QueryId,
  remark,
  type Task,
} from '../core/index.js';
import { sha256 } from '../platform/node/index.js';
import { judgementNotes, unjoinedIn } from './task-statistics.js';

/** Grades by document: an object, a map, or a list of documents that are all relevant. */
export type GivenGrades = Readonly<Record<string, number>> | ReadonlyMap<string, number> | readonly string[];

/** A task as plain objects. */
export interface GivenTask {
  readonly name: string;
  readonly documents: readonly { readonly id: string; readonly text: string; readonly title?: string }[];
  readonly queries: readonly { readonly id: string; readonly text: string }[];
  /** Grades by query; relevant means 1 or more. */
  readonly judgements: Readonly<Record<string, GivenGrades>> | ReadonlyMap<string, GivenGrades>;
}

/**
 * A task from plain objects. Its content hash is that of documents, queries and judgements, so results of other content are
 * never mixed with these.
 * @example
 * import { bm25, evaluate, nDCG, search, taskOf } from 'r2med';
 *
 * const task = taskOf({
 *   name: 'Mine',
 *   documents: [
 *     { id: 'gout', text: 'Urate crystals inflame the joint.' },
 *     { id: 'anaemia', text: 'Iron deficiency makes people tired.' },
 *   ],
 *   queries: [{ id: 'q1', text: 'urate in a joint' }],
 *   judgements: { q1: { gout: 1 } },
 * });
 * console.log(evaluate(await search(bm25(), task), task.judgements, [nDCG.at(10)]).means);
 */
export const taskOf = (given: GivenTask): Task => {
  const { name, documents } = given;
  if (!name)
    throw new InputError({
      found: 'a task without a name',
      expected: 'a name for its results',
      fix: "add name: 'Mine'",
    });
  const queries = given.queries.map(({ id, text }): Query => ({ id, text }));
  mustBeRows('document', documents);
  mustBeRows('query', queries);
  mustBeOnce('query', queries);
  const judgements = judgementsOf(given.judgements, queries);
  const rows = documents.map(({ id, text, title }) => ({ id, text, ...(title !== undefined && { title }) }));
  const corpusKey = sha256(canonicalJson(rows));
  const grades = [...judgements].map(([query, own]) => [query, [...own]] as const);
  const unique = new Set(documents.map(({ id }) => id));
  return {
    name,
    suite: 'in-code',
    revision: 'in-code',
    contentHash: sha256(canonicalJson([corpusKey, queries.map(({ id, text }) => [id, text]), grades])),
    corpus: corpusOf(corpusKey, rows),
    queries,
    judgements,
    labels: new Map(),
    statistics: async () => ({
      queries: queries.length,
      documents: documents.length,
      uniqueDocuments: unique.size,
      judgements: grades.reduce((sum, [, own]) => sum + own.length, 0),
      ...unjoinedIn(unique, [...unique].slice(0, 2), queries, judgements),
      notes: [
        ...remark(
          documents.length - unique.size,
          'document has',
          'documents have',
          'the id of an earlier one',
        ),
        ...judgementNotes(unique, queries, judgements),
      ],
    }),
    about: {},
  };
};

const mustBeRows = (what: string, rows: readonly { readonly id: unknown; readonly text: unknown }[]) => {
  const at = rows.findIndex(({ id, text }) => typeof id !== 'string' || !id || typeof text !== 'string');
  if (at >= 0 || rows.length === 0)
    throw new InputError({
      found: rows.length === 0 ? `no ${what}` : `${what} ${at + 1} without an id or a text`,
      expected: `{ id: '…', text: '…' } for each ${what}`,
      fix: 'leave out what has no text, and give the rest an id',
    });
};

const mustBeOnce = (what: string, rows: readonly { readonly id: string }[]): void => {
  const seen = new Set<string>();
  for (const { id } of rows) {
    if (seen.has(id))
      throw new InputError({
        found: `${what} "${id}" twice`,
        expected: 'each id once',
        fix: 'give one of them another id, or leave it out',
      });
    seen.add(id);
  }
};

const judgementsOf = (given: GivenTask['judgements'], queries: readonly Query[]): Judgements => {
  const known = new Set<string>(queries.map(({ id }) => id));
  const judgements = givenJudgements(given);
  for (const query of judgements.keys())
    if (!known.has(query))
      throw new InputError({
        found: `judgements for "${query}"`,
        expected: 'the id of a query',
        fix: 'add the query, or leave out its judgements',
      });
  return judgements;
};

/** Judgements from plain objects or maps. */
export const givenJudgements = (given: GivenTask['judgements']): Judgements => {
  const judgements = new Map<QueryId, ReadonlyMap<DocId, number>>();
  for (const [query, grades] of entriesOf<GivenGrades>(given)) {
    const own = Array.isArray(grades)
      ? (grades as readonly string[]).map((id) => [id, 1] as const)
      : entriesOf(grades as Exclude<GivenGrades, readonly string[]>);
    for (const [document, grade] of own)
      if (!Number.isSafeInteger(grade))
        throw new InputError({
          found: `the grade ${grade} for query "${query}" and document "${document}"`,
          expected: 'a whole number',
          fix: 'give each pair a whole grade: 1 or more is relevant, 0 is not',
        });
    judgements.set(query, new Map(own));
  }
  if (judgements.size === 0)
    throw new InputError({
      found: 'no judgements',
      expected: '{ query: { document: grade } }',
      fix: 'judge at least one query',
    });
  return judgements;
};

const entriesOf = <Value>(given: Readonly<Record<string, Value>> | ReadonlyMap<string, Value>) =>
  given instanceof Map ? [...given] : Object.entries(given as Readonly<Record<string, Value>>);
