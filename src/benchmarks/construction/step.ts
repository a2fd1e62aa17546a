import type { z } from 'zod';
import type { Corpus, EntityFinder, Json, Retriever, Tools } from '../../core/index.js';
import type { AgreementReport } from '../../evaluation/statistics/index.js';
import type { AttributedDecision } from '../../experiment/record/index.js';
import type { Prompts } from '../../models/prompts/index.js';
import type { Respondent, Usage } from './respondent.js';

/** What a step of construction may use. */
export interface StepContext<Settings = Json> {
  /** Reads what the step declares. What it writes is put in place when the step ends, and only if nothing stayed undecided. */
  readonly work: WorkFolder;
  /** What the plan or the flags say to this step, checked by its schema, defaults filled in. */
  readonly settings: Settings;
  readonly prompts: Prompts;
  readonly tools: Tools;
  /** Models or prepared answers, by the names that the settings use. */
  respondent(name: string): Promise<Respondent>;
  /** A retriever by the text of its system, where `retrieval` has none of the name: only the caller knows the registries of models. */
  retriever?(system: string, corpus: Corpus, topK: number): Promise<Retriever>;
  /** A model that finds names, by the name of a setting `ner`: only the caller knows how models are opened. */
  entityFinder?(name: string): Promise<EntityFinder>;
  /** How far the reviewers of a review folder agree; undefined without a plan. Only the caller knows how reviews are stored. */
  reviewed?(folder: string): Promise<ReviewSummary | undefined>;
  /** What is decided about every item of a review folder, by its id; of an open one nothing. Likewise. */
  decidedItems?(folder: string): Promise<ReadonlyMap<string, readonly AttributedDecision[]>>;
  /** A file of a hub repository, if it is in the hub's cache of this machine. */
  hubFile?(repository: string, file: string): Promise<string | undefined>;
}

/**
 * One step of construction. It reads and writes JSON lines in a work folder, and goes on where an earlier call ended. Adding a step to r2med is
 * one file and one line in `steps.ts`; in code, `runStep` does any, and `readBuildPlan` takes a list of steps.
 */
export interface BuildStep<Schema extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  /** In a line, for help and docs. */
  readonly help: string;
  /** Flags of a call that does it, for its help. */
  readonly example: string;
  /** Files it reads and writes, as names of the work folder. */
  readonly reads: readonly string[];
  readonly mayRead?: readonly string[];
  /** Those of `mayRead` that these settings need. Without it, each counts where it is there. */
  uses?(settings: z.infer<Schema>): readonly string[];
  readonly writes: readonly string[];
  /** Refused while a step was done with other files than those that are there now. */
  readonly needsFittingFiles?: true;
  /** Its settings: a strict object, each field with a description. A field `maxChange` is the flag `--max-change`. */
  readonly settings: Schema;
  /** Those of the settings that are paths; in a plan they are relative to its folder. */
  readonly paths?: readonly string[];
  /** Names of its prompts: folders of `data/prompts`. */
  readonly prompts?: readonly string[];
  /** The respondents that these settings name. */
  asks?(settings: z.infer<Schema>): readonly string[];
  /** Settings that name files of the user's. */
  readonly fileSettings?: readonly string[];
  /** Files of the user's that it reads besides: their content is part of its input. */
  files?(settings: z.infer<Schema>): Promise<readonly string[]>;
  /** Of a step that also writes elsewhere than its files: whether that is still as the report says. */
  isIntact?(report: StepReport, work: WorkFolder): Promise<boolean>;
  /** What it will ask of models; it makes no call. Absent where a step asks none. */
  plan?(context: StepContext<z.infer<Schema>>): Promise<StepPlan>;
  run(context: StepContext<z.infer<Schema>>): Promise<StepOutcome>;
}

/** A step with the types of its settings. */
export const defineStep = <Schema extends z.ZodObject>(step: BuildStep<Schema>): BuildStep<Schema> => step;

/** What a step will cost: new calls, besides those answered by the cache or by prepared answers. */
export interface StepPlan extends Usage {
  readonly cached: number;
}

/** Something that a step could not decide: a call that failed, a reply that cannot be read. */
export interface Undecided {
  /** The step, or its part, that asked. */
  readonly step: string;
  readonly id: string;
  /** Who was asked: of several judges, which one. */
  readonly by: string;
  readonly why: string;
  /** The reply that cannot be read. */
  readonly text?: string;
  readonly prompt: string;
}

/** What a step did: how many came in, how many went on, and why the others did not. */
export interface StepOutcome {
  readonly in: number;
  readonly out: number;
  /** Held back, by reason. */
  readonly held: Readonly<Record<string, number>>;
  /** What is not decided. If there is any, the step is not done and nothing of it is written. */
  readonly undecided?: readonly Undecided[];
  /** Figures of the step itself: agreement, unique shares, sizes. */
  readonly figures: Json;
}

/** A step that is done. Saved as `<step>.report.json`. */
export interface StepReport extends Omit<StepOutcome, 'undecided'> {
  readonly step: string;
  /** Everything that can change the outcome besides the files: settings, models, prompt hashes, seed. */
  readonly settings: Json;
  /** SHA-256 of what was read and written, by name. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly outputs: Readonly<Record<string, string>>;
  readonly usage?: Usage;
}

/** The files of one construction. Every write appears whole; rows are in a stable order. */
export interface WorkFolder {
  readonly folder: string;
  /** Rows of `<name>.jsonl`, checked by a schema; a damaged row is an error that names file and line. */
  read<Row>(name: string, schema: { parse(value: unknown): Row }): Promise<readonly Row[]>;
  exists(name: string): Promise<boolean>;
  /** SHA-256 of `<name>.jsonl`; undefined where it is not there. */
  hash(name: string): Promise<string | undefined>;
  write(name: string, rows: readonly unknown[]): Promise<void>;
  remove(name: string): Promise<void>;
  writeReport(report: StepReport): Promise<void>;
  readReport(step: string): Promise<StepReport | undefined>;
  removeReport(step: string): Promise<void>;
}

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
