import type { Retriever, Settings, SettingValues, Task } from '../../core/index.js';
import type { Prompts } from '../../models/prompts/index.js';
import type { NamedCorpus } from './agents/searcher.js';
import type { AgentModel } from './agents/transcript.js';
import type { Expansion } from './expansion.js';
import type { GenerationMethod } from './generation-method.js';

/** What a user may say about methods, by the names they declare; each takes what concerns it and has its own defaults. */
export interface GenerationMethodSettings {
  /** Where search agents search, if not in the task's own corpus. */
  readonly corpus?: NamedCorpus;
  readonly [name: string]: unknown;
}

/** Where a generation method is put together. */
export interface GenerationMethodContext {
  readonly task: Task;
  readonly prompts: Prompts;
  readonly settings?: GenerationMethodSettings;
  /** The model that will write; a prompt can be shown without one. */
  readonly model?: AgentModel;
  /** Builds the system of an expression such as `bge`, keeping so many hits. */
  retriever(expression: string, topK: number): Promise<Retriever>;
}

/** The same as a method sees it: with the settings that it declares, and a model. */
export interface MethodContext<Declared extends Settings> extends GenerationMethodContext {
  readonly settings: SettingValues<Declared> & Pick<GenerationMethodSettings, 'corpus'>;
  readonly model: AgentModel;
}

/** A generation method as a system's text names it. */
export interface NamedMethod<Declared extends Settings = Settings> {
  /** What the text may say of it besides what holds for all. */
  readonly settings: Declared;
  /** How its texts are joined with the query; used alone as the query by default. */
  readonly expansion?: Expansion;
  readonly otherCorpus?: true;
  make(context: MethodContext<Declared>): GenerationMethod | Promise<GenerationMethod>;
}

/** Declares a method: its `make` sees the settings by their types. */
export const namedMethod = <const Declared extends Settings>(
  method: NamedMethod<Declared>,
): NamedMethod<Declared> => method;
