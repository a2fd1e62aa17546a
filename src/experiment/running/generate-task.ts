import {
  failedIn,
  type JsonObject,
  type Query,
  relevantIn,
  type Task,
  type Tools,
} from '../../core/index.js';
import { answerOf, type ChatModel } from '../../models/llms/index.js';
import { acquireLease, packageVersion, sweepLease } from '../../platform/node/index.js';
import {
  type GeneratedTexts,
  type GenerateEachOptions,
  type GenerationFailure,
  type GenerationMethod,
  GenerationStopped,
  generateTexts,
  readingStyle,
  samplingSpec,
  truncatedAnswers,
  uselessTexts,
} from '../../search/generation/index.js';
import {
  earlierGenerations,
  type GenerationFiles,
  type GenerationRecord,
  type GenerationSettings,
  generationFolder,
  writeGenerations,
} from '../../tasks/index.js';
import type { Incomplete } from '../record/index.js';
import { incompleteOf } from './incomplete.js';

/** Settings of the generation for a whole task. */
export interface GenerateOptions extends GenerateEachOptions {
  /** Whose words the prompts are, for the record. */
  readonly prompts?: string;
  /** Files go to `<out>/<task>/<method>/<llm>/`. */
  readonly out: string;
  /** Replace texts written with other settings. */
  readonly overwrite?: boolean;
  /** Only so many of the first queries. */
  readonly limit?: number;
}

/** What was generated for a task, and where the files are. */
export interface GeneratedTask {
  readonly record: GenerationRecord;
  readonly folder: string;
  readonly failures: readonly GenerationFailure[];
  /** What failed while writing besides calls of the model; the texts are there, made without it. */
  readonly incomplete?: Incomplete;
  /** True when texts for all queries were there already and nothing was asked. */
  readonly reused: boolean;
  /** What ended the work before its end; what was written until then is in the files. */
  readonly stopped?: unknown;
}

/**
 * Generates texts for a task's queries and saves them; saved texts with the same settings are not generated again.
 * One process at a time writes into a folder: another one waits, and then finds what was written.
 */
export const generateTask = async (
  generationMethod: GenerationMethod,
  task: Task,
  tools: Tools,
  options: GenerateOptions,
): Promise<GeneratedTask> => {
  const { model } = options.chat;
  const folder = generationFolder(options.out, task.name, generationMethod.method, model.name);
  const settings = settingsOf(generationMethod, model, task, options);
  const found = await complete(folder, settings, options);
  if (found) {
    sweepLease(folder);
    return found;
  }
  const lease = await acquireLease(folder, {
    doing: `generate ${generationMethod.method} by ${model.name} for ${task.name}`,
    note: (line) => tools.note(line),
    signal: options.stop ? AbortSignal.any([tools.signal, options.stop]) : tools.signal,
  });
  try {
    return (
      (await complete(folder, settings, options)) ??
      (await generateInto(folder, settings, generationMethod, task, tools, options))
    );
  } finally {
    lease.release();
  }
};

/** Texts for all queries, if they are there. */
const complete = async (
  folder: string,
  settings: GenerationSettings,
  { overwrite = false }: GenerateOptions,
): Promise<GeneratedTask | undefined> => {
  const record = overwrite ? undefined : await earlierGenerations(folder, settings);
  return record?.complete ? { record, folder, failures: [], reused: true } : undefined;
};

const generateInto = async (
  folder: string,
  settings: GenerationSettings,
  generationMethod: GenerationMethod,
  task: Task,
  tools: Tools,
  { out: _, overwrite = false, limit, prompts, ...writing }: GenerateOptions,
): Promise<GeneratedTask> => {
  const { model } = writing.chat;
  const earlier = overwrite ? undefined : await earlierGenerations(folder, settings);
  const { written, stopped } = await generateTexts(generationMethod, {
    ...writing,
    corpus: task.corpus,
    queries: task.queries.slice(0, limit),
    tools,
    label: `${task.name}: ${generationMethod.method}(${model.name})`,
  }).then(
    (all): { written: GeneratedTexts; stopped?: unknown } => ({ written: all }),
    (error: unknown) => {
      if (error instanceof GenerationStopped) return { written: error.written, stopped: error.cause };
      throw error;
    },
  );
  const failed = failedIn(written.failed ?? {}, uselessIn(task, settings, written));
  const incomplete = incompleteOf(failed);
  const files = filesOf(task, settings, { ...written, failed }, prompts);
  const fewer = earlier !== undefined && earlier.counts.written > files.record.counts.written;
  if (fewer)
    tools.note(
      `${task.name}: ${folder} keeps its ${earlier.counts.written} texts; ${files.record.counts.written} were written now`,
    );
  else if (files.rows.length > 0 || files.failures.length > 0)
    await writeGenerations(folder, files, { anew: overwrite });
  return {
    record: files.record,
    folder,
    failures: written.failures,
    ...(incomplete && { incomplete }),
    reused: false,
    ...(stopped !== undefined && { stopped }),
  };
};

/** Texts that are there and say nothing of their queries. */
const uselessIn = (task: Task, settings: GenerationSettings, { drafts }: GeneratedTexts): JsonObject => {
  const style = styleOf(settings);
  const useless = uselessTexts();
  for (const { id, text: query } of task.queries) {
    const { texts = [] } = drafts.get(id) ?? {};
    const answers = texts.flatMap((text) => answerOf(text, style)?.trim() || []);
    useless.add(
      query,
      answers.map((text) => ({ text })),
      texts.length - answers.length,
    );
  }
  return useless.failed();
};

const styleOf = ({ method, llm }: GenerationSettings) =>
  readingStyle(method, llm.reasoning as ChatModel['reasoning']);

const settingsOf = (
  generationMethod: GenerationMethod,
  model: ChatModel,
  task: Task,
  { samples = 1, sampling }: GenerateEachOptions,
): GenerationSettings => {
  const { name, suite, revision, contentHash } = task;
  return {
    method: generationMethod.method,
    llm: {
      name: model.name,
      spec: model.spec as GenerationRecord['llm']['spec'],
      reasoning: model.reasoning,
    },
    writer: generationMethod.spec as GenerationRecord['writer'],
    ...(samplingSpec(samples, model.sampling, sampling) as Pick<
      GenerationRecord,
      'sampling' | 'samples' | 'seeds'
    >),
    task: { name, suite, revision, contentHash },
  };
};

const filesOf = (
  task: Task,
  settings: GenerationSettings,
  { drafts, failures, usage, failed: searches = {} }: GeneratedTexts,
  prompts: string | undefined,
): GenerationFiles => {
  const style = styleOf(settings);
  const unanswered = [...drafts.values()].filter(
    ({ texts }) => !texts.some((text) => answerOf(text, style)?.trim()),
  );
  const rows = task.queries.flatMap((query) => {
    const texts = drafts.get(query.id)?.texts ?? [];
    return texts.length > 0
      ? [{ id: query.id, text: query.text, hyDocs: texts, positives: positivesOf(task, query) }]
      : [];
  });
  const failed = new Set(failures.map(({ id }) => id)).size;
  return {
    rows,
    traces: [...drafts].flatMap(([id, { traces }]) =>
      traces.map(({ sample, steps }) => ({ id, sample, steps: steps as unknown as readonly JsonObject[] })),
    ),
    failures,
    record: {
      version: 1,
      ...settings,
      counts: {
        queries: task.queries.length,
        written: rows.length,
        failed,
        unanswered: unanswered.length,
        truncated: [...drafts.values()].reduce((sum, draft) => sum + truncatedAnswers(draft, style), 0),
      },
      complete:
        rows.length === task.queries.length &&
        failed === 0 &&
        allSampled(drafts, settings.samples) &&
        Object.keys(searches).length === 0,
      usage: { ...usage },
      provenance: {
        tool: `r2med ${packageVersion()}`,
        at: new Date().toISOString(),
        ...(prompts !== undefined && { prompts }),
      },
    },
  };
};

const allSampled = (drafts: GeneratedTexts['drafts'], samples: number): boolean =>
  [...drafts.values()].every(({ traces }) => traces.length === samples);

/** In the order of the judgements' file. They are in the row for the Python tool, and never in a prompt. */
const positivesOf = (task: Task, { id }: Query) => relevantIn(task.judgements.get(id));
