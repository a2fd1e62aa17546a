import type { DocId, QueryId, Task } from '../../core/index.js';
import type { AuditCheck, AuditExample, AuditSeverity } from '../../experiment/record/index.js';
import type { NearRows } from './near-rows.js';
import type { FoundData } from './personal-data-worker.js';
import type { EvidenceTest } from './validity/evidence.js';

/** One question about the soundness of a task. A check is a file of `checks/` and a line of `checks.ts`. */
export interface Check {
  readonly name: string;
  readonly title: string;
  /** What is counted, and by which rule. */
  readonly definition: string;
  readonly severity: AuditSeverity;
  /** What is counted, in the plural: documents, queries, judgements, texts. */
  readonly unit: string;
  readonly fix: string;
  /** Its examples show no text: what they would show is what must not be passed on. */
  readonly withoutText?: true;
  /** Begins to look at a task; `most` is how many examples are kept, `dataOf` what of a query may identify a person. */
  start(task: Task, most: number, dataOf: (query: string) => readonly FoundData[]): Finder;
}

/** A row of the corpus: repeated ids are rows of their own. */
export interface Row {
  /** Counted from 0 in file order. */
  readonly index: number;
  readonly id: DocId;
  readonly text: string;
  readonly personalData: readonly FoundData[];
}

/** A check at work on a task. */
export interface Finder {
  /** Is shown every row of the corpus once, in file order. Do not keep its text. */
  row?(row: Row): void;
  /** What was found, when all rows were shown. */
  finish(survey: Survey): Findings;
}

export type Findings =
  | Pick<AuditCheck, 'found' | 'of' | 'examples' | 'tested'>
  /** Why the question has no answer for this task. */
  | { readonly notApplicable: string };

/** What one reading of the corpus leaves for all checks. */
export interface Survey {
  readonly ids: readonly DocId[];
  /** The row whose text counts: the last one of an id, as for all retrievers but BM25. */
  readonly rowOf: ReadonlyMap<DocId, number>;
  /** SHA-256 of the text of each row. */
  readonly hashes: readonly string[];
  /** The relevant documents of each query that are in the corpus. Queries without any are left out. */
  readonly relevant: ReadonlyMap<QueryId, readonly DocId[]>;
  readonly texts: ReadonlyMap<DocId, string>;
  /** Rows with nearly the same text. */
  readonly near: NearRows;
  /** Whether queries and answers fit their relevant documents better than chance, by each way of comparing them. */
  readonly evidence: readonly EvidenceTest[];
}

/** How many examples of a check a report shows. */
export const MOST_EXAMPLES = 10;

/** Counts what is found and keeps the first examples. */
export const tally = (most: number) => {
  const examples: AuditExample[] = [];
  let found = 0;
  return {
    add: (example: AuditExample): void => {
      found += 1;
      if (examples.length < most) examples.push(example);
    },
    /** Counts further ones that need no example of their own. */
    count: (more: number): void => {
      found += more;
    },
    of: (total: number): Findings => ({ found, of: total, examples }),
  };
};
