import type { Key } from './keys.js';

/** What an LLM was shown when it answered the queries of a task. */
export type AnswerSource = 'system' | 'closed book' | 'relevant documents';

/** The answers of one LLM to the queries of a task, judged by another. */
export interface AnswerSet {
  readonly from: AnswerSource;
  /** The system whose hits were shown, as its ranking is now. */
  readonly system?: { readonly key: Key; readonly name: string };
  readonly llm: string;
  readonly judge: string;
  /** Documents a query, at most. */
  readonly documents?: number;
  readonly at: string;
  readonly answers: readonly {
    readonly query: Key;
    readonly id: string;
    readonly outcome: string;
    /** Null where that is not known, which is not wrong. */
    readonly right: boolean | null;
  }[];
}

/** All judged answers to the queries of a task. */
export interface TaskAnswers {
  readonly task: Key;
  readonly sets: readonly AnswerSet[];
  /** What is left out, each a sentence: files that were changed, answers with rankings that are no longer there. */
  readonly problems: readonly string[];
}
