import type { Json, Tools } from '../core/index.js';
import type { Prompts } from '../prompts/index.js';
import type { Respondent } from './respondent.js';

/** What a step of construction may use. */
export interface StepContext {
  readonly work: WorkFolder;
  /** What the plan or the flags say to this step; checked by its schema. */
  readonly settings: Json;
  readonly prompts: Prompts;
  readonly tools: Tools;
  /** Models or prepared answers, by the names that the settings use. */
  respondent(name: string): Promise<Respondent>;
}

/**
 * One step of construction. It reads and writes JSON lines in a work folder, and goes on where an earlier call ended. Adding a step is
 * one file and one line in `steps.ts`.
 */
export interface Step {
  readonly name: string;
  /** In a line, for help and docs. */
  readonly help: string;
  /** Files it reads and writes, as names of the work folder. */
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** What it will ask of models; it makes no call. Absent where a step asks none. */
  plan?(context: StepContext): Promise<StepPlan>;
  run(context: StepContext): Promise<StepReport>;
}

/** What a step will cost. */
export interface StepPlan {
  readonly calls: number;
  readonly cached: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  /** Absent where no price is known. */
  readonly usd?: number;
}

/** What a step did: how many came in, how many went on, and why the others did not. Kept as `<step>.report.json`. */
export interface StepReport {
  readonly step: string;
  readonly in: number;
  readonly out: number;
  /** Held back, by reason. */
  readonly held: Readonly<Record<string, number>>;
  /** Items whose call failed or whose reply could not be read: not decided, so the step is not done. */
  readonly failed: number;
  /** Everything that can change the outcome: settings, models, prompt hashes, seed. */
  readonly settings: Json;
  /** Figures of the step itself: agreement, unique shares, sizes. */
  readonly figures: Json;
  readonly usage?: {
    readonly calls: number;
    readonly tokensIn: number;
    readonly tokensOut: number;
    readonly usd?: number;
  };
}

/** The files of one construction. Every write appears whole; rows are in a stable order. */
export interface WorkFolder {
  readonly folder: string;
  /** Rows of `<name>.jsonl`, checked by a schema; a damaged row is an error that names file and line. */
  read<Row>(name: string, schema: { parse(value: unknown): Row }): Promise<readonly Row[]>;
  exists(name: string): Promise<boolean>;
  /** Writes `<name>.jsonl`. */
  write(name: string, rows: readonly unknown[]): Promise<void>;
  /** Writes `<step>.report.json`. */
  writeReport(report: StepReport): Promise<void>;
  readReport(step: string): Promise<StepReport | undefined>;
}
