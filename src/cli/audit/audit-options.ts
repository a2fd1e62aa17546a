import {
  type AuditOptions,
  type AuditPart,
  collectionOfTask,
  type GeneratedTexts,
  joinedCollections,
  readCaseTable,
  type TextCollection,
  textsInFiles,
} from '../../benchmarks/audit/index.js';
import { InputError, queryId, type Task, type Tools } from '../../core/index.js';
import { parseTableMeasure } from '../../evaluation/measures/index.js';
import { countedResults, incompleteLine } from '../../experiment/record/index.js';
import { withMeasures } from '../../experiment/rescoring/index.js';
import { readResults, type StoredResult } from '../../experiment/results/index.js';
import {
  checkSystem,
  type ModelOptions,
  rewriter,
  type SystemContext,
  system,
} from '../../experiment/systems/index.js';
import { isFile } from '../../platform/node/index.js';
import { bm25Presets } from '../../search/retrieval/index.js';
import { openChosen, openFolder, readExpansions, taskRegistry } from '../../tasks/index.js';
import { namedTasks } from './named-tasks.js';

/** Flags that say what a task is audited with. */
export interface AuditInputFlags extends ModelOptions {
  readonly suite?: string;
  readonly only?: readonly AuditPart[];
  readonly leakWith?: readonly string[];
  readonly cases?: string;
  readonly abbreviations?: string;
  readonly retriever?: readonly string[];
  readonly generations?: readonly string[];
  readonly results?: string;
  readonly measure: string;
  readonly analyzer: string;
  readonly seed: number;
}

/** What all tasks of a call are audited with: files are read, and names refused, before the first task. */
export interface PreparedAudit {
  /** Published generations that tasks are needed with. */
  readonly generations: readonly string[];
  optionsFor(task: Task): Promise<AuditOptions>;
}

export const prepareAudit = async (
  flags: AuditInputFlags,
  context: Omit<SystemContext, 'task'>,
  tools: Tools,
): Promise<PreparedAudit> => {
  const { retriever = [], leakWith = [] } = flags;
  const wanted = (flags.generations ?? []).map(wantedTexts);
  for (const name of retriever) mustHaveVectors(name);
  const results = flags.results === undefined ? [] : await resultsIn(flags.results);
  const cases = flags.cases === undefined ? undefined : await readCaseTable(flags.cases);
  const { abbreviations } = flags;
  if (abbreviations !== undefined) await readExpansions(abbreviations, []);
  const leaks: LeakSource[] = [];
  for (const name of leakWith) leaks.push(await openLeakSource(name, flags, tools));
  return {
    generations: wanted.flatMap(({ method, llm, from }) => (from ? [] : [`${method}/${llm}`])),
    optionsFor: async (task) => ({
      seed: flags.seed,
      analyzer: flags.analyzer,
      ...(flags.only && { parts: flags.only }),
      leakWith: leaks.flatMap((source) => collectionFor(task, source)),
      ...(cases && { cases }),
      ...(abbreviations !== undefined && {
        expansions: await readExpansions(
          abbreviations,
          task.queries.map(({ text }) => text),
        ),
      }),
      spaces: retriever.map((name) => vectorSpace(name, task, context)),
      generated: await Promise.all(wanted.map((each) => generatedTexts(each, task, context, tools))),
      systems: await systemsScores(task, results, flags.measure, tools),
    }),
  };
};

/** What `--generations` names: texts of a method and a model, in the folder of the task or elsewhere. */
interface WantedTexts {
  readonly method: string;
  readonly llm: string;
  readonly from?: string;
}

/** `hyde/gpt4`, or `hyde/gpt4=FOLDER` for texts that are not in the folder of the task. */
const wantedTexts = (text: string): WantedTexts => {
  const [, method, llm, from] = /^([\w-]+)\/([^=\s]+)(?:=(.+))?$/.exec(text) ?? [];
  if (method === undefined)
    throw new InputError({
      found: `--generations ${text}`,
      expected: 'METHOD/LLM, for example hyde/gpt4, or METHOD/LLM=FOLDER',
      fix: 'write --generations hyde/gpt4',
    });
  return { method, llm: llm!, ...(from !== undefined && { from }) };
};

/** The generated texts of a task as a system would search with them: the answer of a reasoning model, without its reasoning. */
const generatedTexts = async (
  { method, llm, from }: WantedTexts,
  task: Task,
  context: Omit<SystemContext, 'task'>,
  tools: Tools,
): Promise<GeneratedTexts> => {
  const stage = await rewriter(`${method}(${llm})`, { ...context, task, ...(from && { generations: from }) });
  const runner = await stage.open(task.corpus, tools);
  const written = await runner.run(task.queries);
  return {
    name: `${method}/${llm}`,
    texts: new Map(
      written.flatMap(({ id, generated }) =>
        generated?.length ? [[id, generated.map(({ text }) => text).join(' ')] as const] : [],
      ),
    ),
  };
};

/** What each system of a results folder scored on the queries of a task. Results on other content, and incomplete ones, are left out with a note. */
const systemsScores = async (task: Task, results: readonly StoredResult[], measure: string, tools: Tools) => {
  const wanted = parseTableMeasure(measure).name;
  const own = results.filter(({ record }) => record.task.name === task.name);
  const same = own.filter(({ record }) => record.task.contentHash === task.contentHash);
  if (own.length > same.length)
    tools.note(`${task.name}: ${own.length - same.length} results on other files of this task are left out`);
  const { counted, left } = countedResults(same);
  for (const { record } of left) tools.note(`left out, since incomplete: ${incompleteLine(record)}`);
  return (await withMeasures(counted, [wanted], async () => task)).map(({ record, queries }) => ({
    system: record.name,
    measure: wanted,
    scores: new Map(queries.map(({ id, scores }) => [queryId(id), scores[wanted]!])),
  }));
};

/** The results of a folder; a folder without any is an error, since they were asked for. */
const resultsIn = async (folder: string): Promise<readonly StoredResult[]> => {
  const found = await readResults(folder);
  if (found.length > 0) return found;
  throw new InputError({
    at: { file: folder },
    found: 'no results',
    expected: 'a folder that r2med run wrote: <out>/<system>/<task>/record.json',
    fix: 'name it with --results, or leave the flag out',
  });
};

/** Refuses a name that stands for no vectors, before any task is read. */
const mustHaveVectors = (name: string): void => {
  checkSystem(name);
  if (!Object.hasOwn(bm25Presets, name)) return;
  throw new InputError({
    found: `--retriever ${name}, which has no vectors to compare`,
    expected: 'an embedder, for example bge, or lsa',
    fix: 'leave it out: figures of BM25 are part of every audit',
  });
};

/** The vectors of an embedder over a task. */
const vectorSpace = (name: string, task: Task, context: Omit<SystemContext, 'task'>) => ({
  name,
  retriever: (topK: number) => system(name, { ...context, task, topK }),
});

/** What `--leak-with` names, opened: tasks, or texts of files. */
interface LeakSource {
  readonly name: string;
  readonly tasks: readonly Task[];
  readonly texts?: TextCollection;
}

interface LeakFlags {
  readonly suite?: string;
  readonly offline?: boolean;
}

/** Opens a task, a suite, a file or a folder; a folder that is no task is read as files of texts. */
const openLeakSource = async (name: string, flags: LeakFlags, tools: Tools): Promise<LeakSource> => {
  if (await isFile(name)) return { name, tasks: [], texts: await textsInFiles(name) };
  const tasks: Task[] = [];
  for (const chosen of namedTasks([name], flags.suite ? { suite: flags.suite } : {})) {
    if ('row' in chosen) {
      tasks.push(await openChosen(chosen, tools, { offline: flags.offline ?? false, generations: [] }));
      continue;
    }
    const task = await openFolder(chosen.folder).catch((error: unknown) => {
      if (error instanceof InputError) return undefined;
      throw error;
    });
    if (task) tasks.push(task);
    else {
      tools.note(`${name}: not a task folder; its files are read as texts`);
      return { name, tasks: [], texts: await textsInFiles(chosen.folder) };
    }
  }
  return { name, tasks };
};

/** The collection that a task is compared with. A suite is compared without the task itself. */
const collectionFor = (task: Task, { name, tasks, texts }: LeakSource): readonly TextCollection[] => {
  if (texts) return [texts];
  const isSuite = Object.hasOwn(taskRegistry(), name);
  const others = isSuite ? tasks.filter(({ contentHash }) => contentHash !== task.contentHash) : tasks;
  if (others.length === 0) return [];
  if (others.length === 1) return [{ ...collectionOfTask(others[0]!), name }];
  return [joinedCollections(name, others.map(collectionOfTask))];
};
