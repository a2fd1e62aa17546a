import { type DocId, documentIds, type QueryId, type Task } from '../core/index.js';

/** How many of the ids of one side the other side has, and examples of those it lacks. */
export interface JoinedIds {
  readonly count: number;
  readonly found: number;
  readonly missing: readonly string[];
}

/** Whether the parts of a task belong together: the ids of judgements against those of queries and documents. */
export interface JoinCheck {
  readonly documents: number;
  readonly uniqueDocuments: number;
  readonly queries: number;
  readonly judgements: number;
  /** Judgements of grade 1 or more. */
  readonly relevant: number;
  readonly judgedQueries: JoinedIds;
  readonly judgedDocuments: JoinedIds;
  /** Queries that have judgements. */
  readonly queriesWithJudgements: JoinedIds;
  /** The first ids of each part. */
  readonly examples: Readonly<
    Record<'documents' | 'queries' | 'judgedQueries' | 'judgedDocuments', readonly string[]>
  >;
}

const EXAMPLES = 3;

/** Reads a task through once, and says how its ids join. */
export const checkJoin = async (task: Task): Promise<JoinCheck> => {
  const documents = await documentIds(task.corpus);
  const statistics = await task.statistics();
  const queries = new Set<QueryId>(task.queries.map(({ id }) => id));
  const judgedQueries = new Set(task.judgements.keys());
  const judgedDocuments = new Set<DocId>(
    [...task.judgements.values()].flatMap((grades) => [...grades.keys()]),
  );
  const grades = [...task.judgements.values()].flatMap((each) => [...each.values()]);
  const first = (ids: ReadonlySet<string>): readonly string[] => [...ids].slice(0, EXAMPLES);
  return {
    documents: statistics.documents,
    uniqueDocuments: documents.size,
    queries: queries.size,
    judgements: grades.length,
    relevant: grades.filter((grade) => grade > 0).length,
    judgedQueries: joined(judgedQueries, queries),
    judgedDocuments: joined(judgedDocuments, documents),
    queriesWithJudgements: joined(queries, judgedQueries),
    examples: {
      documents: first(documents),
      queries: first(queries),
      judgedQueries: first(judgedQueries),
      judgedDocuments: first(judgedDocuments),
    },
  };
};

const joined = (ids: ReadonlySet<string>, others: ReadonlySet<string>): JoinedIds => {
  const missing = [...ids].filter((id) => !others.has(id));
  return { count: ids.size, found: ids.size - missing.length, missing: missing.slice(0, EXAMPLES) };
};
