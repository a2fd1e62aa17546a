import type { AgreementReport } from '../../../evaluation/statistics/index.js';

/** How far reviewers agree, as a release tells it: without their names. `review` knows more, and all of it is saved. */
export interface ReviewSummary {
  /** By step and question. */
  readonly questions: readonly { readonly over: string; readonly report: AgreementReport }[];
  /** Models and rules against decisions, by step and question. */
  readonly models: readonly {
    readonly over: string;
    readonly by: string;
    readonly decided: number;
    readonly overturned: number;
  }[];
  readonly reviewers: readonly {
    readonly reviewer: string;
    readonly answered: number;
    readonly skipped: number;
    readonly totalSeconds: number;
  }[];
}
