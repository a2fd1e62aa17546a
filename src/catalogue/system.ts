import {
  InputError,
  lookup,
  type Query,
  type Ranked,
  type Reranker,
  type Retriever,
  type Rewriter,
  type Task,
  type Tools,
  WorkError,
} from '../core/index.js';
import { storedWriting } from '../generation/index.js';
import { hubCache } from '../hub/index.js';
import { isOutside, llm, type ModelSettings, modelRows, type WantedModel } from '../models/index.js';
import { type Pipeline, parseStages, pipeline, printStage, type StageText, top } from '../pipeline/index.js';
import { retrievers } from '../retrieval/index.js';
import { storedGenerations } from '../tasks/index.js';
import { isNpy, vectorRetriever } from './vector-retriever.js';

/** What besides its text decides a system: settings of the call, and the task whose stored texts it may use. */
export interface SystemContext {
  readonly task: Task;
  /** Hits a retriever keeps. */
  readonly topK?: number;
  /** File or folder with stored generations; the task's own folder by default. */
  readonly generations?: string;
  /** Do as the reference does where the default differs from it. */
  readonly asPublished?: boolean;
  /** Needed by models: the outside world. */
  readonly tools?: Tools;
  /** What the user says about models besides their names. */
  readonly model?: ModelSettings;
  /** The folder of a hub model on this machine; brings it there if it may. */
  bring?(wanted: WantedModel): Promise<string>;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Folder that dense vectors are written to as `.npy` files as well. */
  readonly saveVectors?: string;
}

/** The methods that write a text before the search, as R2MED names them. */
export const METHODS = ['hyde', 'query2doc', 'lamer', 'search-o1', 'search-r1'] as const;

/** Builds the system that an expression such as `hyde(gpt4) > bm25` names. */
export const system = async (expression: string, context: SystemContext): Promise<Retriever> => {
  const stages = parseStages(expression);
  const writing = stages.filter(({ name }, i) => isMethod(name) && i === 0);
  const [search, ...after] = stages.slice(writing.length);
  if (!search)
    throw new InputError({
      found: `no retriever in the system "${expression}"`,
      expected: `one of ${Object.keys(retrievers).join(', ')}`,
    });
  let built: Pipeline<Query, Ranked> = writing[0]
    ? pipeline(await rewriter(writing[0], context)).to(await retriever(search, context))
    : pipeline(await retriever(search, context));
  for (const stage of after)
    built = built.to(lookup('stage after a retriever', rerankers, stage.name)(stage));
  return built;
};

/** The expression that the flags `--gar`, `--llm` and `--retriever` stand for. */
export const expressionOf = (flags: { retriever: string; gar?: string; llm?: string }): string => {
  if (!flags.gar) return flags.retriever;
  lookup('generation method', Object.fromEntries(METHODS.map((method) => [method, method])), flags.gar);
  if (!flags.llm)
    throw new InputError({
      found: '--gar without --llm',
      fix: `name who wrote the texts, as --gar ${flags.gar} --llm gpt4`,
    });
  return `${flags.gar}(${flags.llm}) > ${flags.retriever}`;
};

/** The stored texts that systems search with, as `method/llm`. */
export const generationsOf = (expressions: readonly string[]): readonly string[] => {
  const stages = expressions.flatMap((expression) => parseStages(expression));
  return [
    ...new Set(stages.filter(({ name }) => isMethod(name)).map(({ name, values }) => `${name}/${values[0]}`)),
  ];
};

const isMethod = (name: string): boolean => (METHODS as readonly string[]).includes(name);

const rewriter = async (stage: StageText, context: SystemContext): Promise<Rewriter> => {
  const [name = ''] = stage.values;
  const { reasoning } = llm(name);
  const stored = await storedGenerations(context.task, stage.name, name, context.generations);
  return storedWriting({
    method: stage.name,
    llm: name,
    reasoning,
    ...stored,
    asPublished: context.asPublished ?? false,
  });
};

const retriever = async (stage: StageText, context: SystemContext): Promise<Retriever> => {
  const { topK, task, tools, model = {}, asPublished = false, env = {}, bring = nothingIsBrought } = context;
  if (Object.hasOwn(retrievers, stage.name)) return fromCorpus(stage, topK);
  if (!isOutside(stage.name) && !isNpy(stage.name))
    lookup('retriever', { ...retrievers, ...modelRows() }, stage.name);
  if (!tools) throw new WorkError(`${stage.name} is a model: give its system \`tools\`, as nodeTools()`);
  const place = { task: task.name, asPublished, env, hubCache: hubCache(env), tools, bring };
  return vectorRetriever(stage, {
    ...place,
    model,
    of: task,
    ...(topK !== undefined && { topK }),
    ...(context.saveVectors && { saveVectors: context.saveVectors }),
  });
};

const nothingIsBrought = async ({ repository }: WantedModel): Promise<string> => {
  throw new WorkError(`${repository} is not on this machine`, `r2med fetch --model ${repository}`);
};

/** A retriever that needs nothing but the corpus. */
const fromCorpus = (stage: StageText, topK: number | undefined): Retriever => {
  const settings = Object.entries(stage.named).map(([key, value]) => [key, settingOf(value)]);
  if (stage.values.length > 0)
    throw new InputError({ found: printStage(stage), expected: 'settings by name, as bm25(k1=1.2)' });
  const make = lookup('retriever', retrievers, stage.name);
  return make({ ...Object.fromEntries(settings), ...(topK !== undefined && { topK }) });
};

const rerankers: Readonly<Record<string, (stage: StageText) => Reranker>> = {
  top: (stage) => top(numberOf(stage, stage.values[0] ?? '')),
};

/** A setting as a retriever takes it, which checks it. */
const settingOf = (text: string): number | string =>
  text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;

const numberOf = (stage: StageText, text: string): number => {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value)) return value;
  throw new InputError({ found: `"${text}" in ${printStage(stage)}`, expected: 'a number' });
};
