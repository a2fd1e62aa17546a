import { defined, InputError, type Retriever, type Task, type Tools } from '../../core/index.js';
import {
  defaultMeasures,
  type Measure,
  parseTableMeasure,
  type Scores,
} from '../../evaluation/measures/index.js';
import { type CustomEmbedder, embedder, type InCodeEmbedder } from '../../models/custom/index.js';
import { nodeTools } from '../../platform/node/index.js';
import { chosenTasks, mustDiffer, openChosen, taskRegistry } from '../../tasks/index.js';
import type { Result } from '../record/index.js';
import { dense } from '../systems/index.js';
import { mustBeComplete } from './incomplete.js';
import { type RunOptions, runSystem } from './run-system.js';

type Embed = InCodeEmbedder['embed'];
type EmbedTexts = (texts: string[]) => ReturnType<Embed>;

/** A model in code: one function for all texts, which is told their role, or one for queries and one for documents. */
export type ModelToEvaluate = Omit<InCodeEmbedder, 'embed'> &
  ({ readonly embed: Embed } | { readonly embedQueries: EmbedTexts; readonly embedDocuments: EmbedTexts });

/** Settings of the evaluation of a model. */
export interface EvaluateModelOptions extends Pick<RunOptions, 'out' | 'overwrite'> {
  /** By default those of every record: nDCG@10, Recall@100 and more. */
  readonly measures?: readonly (string | Measure)[];
  /** Hits to keep per query; 100. */
  readonly topK?: number;
  /** Takes tasks from this machine only. */
  readonly offline?: boolean;
  readonly tools?: Tools;
}

/** What a model scores on one task. */
export interface EvaluatedTask {
  readonly task: string;
  readonly suite: string;
  readonly scores: Scores;
  /** 95 % bootstrap intervals over queries. */
  readonly intervals: Readonly<Record<string, readonly [low: number, high: number]>>;
  /** The scores of every query. */
  readonly queries: ReadonlyMap<string, Scores>;
}

/** What a model scores on tasks. */
export interface ModelEvaluation {
  readonly model: string;
  /** Of the tasks, all with the same weight. */
  readonly means: Scores;
  readonly tasks: readonly EvaluatedTask[];
}

/**
 * Scores a model on tasks: embeds documents and queries, searches exactly, evaluates. Tasks are a suite (`sample`), one of its tasks
 * (`sample/Biology`), a task of suite r2med (`Biology`), or tasks that are open. It rejects where any work failed, so a number is always of
 * all texts. A system, such as `bm25()` or `await dense('bge')`, is taken in place of a model.
 * @example
 * import { evaluateModel } from 'r2med';
 *
 * const lengths = {
 *   name: 'lengths',
 *   version: 1,
 *   embedQueries: (texts: string[]) => texts.map((text) => [text.length, 1]),
 *   embedDocuments: async (texts: string[]) => texts.map((text) => [text.length, 2]),
 * };
 * const { means, tasks } = await evaluateModel(lengths, 'sample');
 * console.log(means['nDCG@10'], tasks[0]!.intervals['nDCG@10'], tasks[0]!.queries.size);
 */
export const evaluateModel = async (
  model: ModelToEvaluate | CustomEmbedder<Float32Array> | Retriever,
  tasks: string | Task | readonly (string | Task)[],
  { measures, topK, offline, out, overwrite, tools = nodeTools({ quiet: true }) }: EvaluateModelOptions = {},
): Promise<ModelEvaluation> => {
  const system = systemOf(model, topK);
  const measured = measures?.map((each) => (typeof each === 'string' ? parseTableMeasure(each) : each));
  const opened = await openAll([tasks].flat(), tools, offline);
  const options = { measures: measured ?? defaultMeasures(), ...defined({ out, overwrite }) };
  const results: Result[] = [];
  for (const task of opened) results.push((await runSystem(system, task, tools, options)).result);
  mustBeComplete(results, () => 'call it again with another version of the model, or with a new cache');
  return {
    model: system.name,
    means: Object.fromEntries(
      options.measures.map(({ name }) => [
        name,
        results.reduce((sum, { record }) => sum + record.scores[name]!, 0) / results.length,
      ]),
    ),
    tasks: results.map(({ record, queries }) => ({
      task: record.task.name,
      suite: record.task.suite,
      scores: record.scores,
      intervals: record.intervals,
      queries: new Map(queries.map(({ id, scores }) => [id, scores])),
    })),
  };
};

const systemOf = (model: Parameters<typeof evaluateModel>[0], topK: number | undefined): Retriever => {
  if (typeof model !== 'object' || model === null)
    throw new InputError({
      found: `a model that is ${model === null ? 'null' : typeof model}`,
      expected: 'an object with name, version and embed',
      fix: "write { name: 'mine', version: 1, embed: (texts, role) => … }; a model by its name is await dense('bge')",
    });
  if ('open' in model) return model;
  if ('spec' in model) return dense({ embedder: model, ...defined({ topK }) });
  return dense({ embedder: embedder(inOneFunction(model)), ...defined({ topK }) });
};

const inOneFunction = (model: ModelToEvaluate): InCodeEmbedder => {
  if ('embed' in model) return model;
  const { embedQueries, embedDocuments, ...about } = model;
  for (const [name, given] of Object.entries({ embedQueries, embedDocuments }))
    if (typeof given !== 'function')
      throw new InputError({
        found: `${about.name ?? 'a model'} without ${name}`,
        expected: 'embed(texts, role), or embedQueries(texts) and embedDocuments(texts)',
        fix: `add ${name}`,
      });
  return { ...about, embed: (texts, role) => (role === 'document' ? embedDocuments : embedQueries)(texts) };
};

const openAll = async (
  given: readonly (string | Task)[],
  tools: Tools,
  offline = false,
): Promise<readonly Task[]> => {
  const tasks: Task[] = [];
  for (const each of given)
    if (typeof each !== 'string') tasks.push(each);
    else
      for (const chosen of chosenTasks(choiceOf(each)))
        tasks.push(await openChosen(chosen, tools, { offline }));
  if (tasks.length === 0)
    throw new InputError({ found: 'no tasks', expected: 'a suite or tasks', fix: "name some, as 'sample'" });
  mustDiffer(tasks);
  return tasks;
};

/** `sample`, `sample/Biology`, or a task of suite r2med. */
const choiceOf = (text: string): { readonly suite: string; readonly task?: readonly string[] } => {
  if (Object.hasOwn(taskRegistry(), text)) return { suite: text };
  const [suite, ...rest] = text.split('/');
  return rest.length > 0 ? { suite: suite!, task: [rest.join('/')] } : { suite: 'r2med', task: [text] };
};
