import {
  type Document,
  defined,
  documentsById,
  type JsonObject,
  type QueryId,
  relevantIn,
  type Task,
  type Tools,
  WorkError,
} from '../../core/index.js';
import { type CachedChat, llmName } from '../../models/llms/index.js';
import {
  answerMethod,
  type CitedAnswer,
  checkCitations,
  citedAnswers,
  countAnswers,
  type GenerateEachOptions,
  type GenerationMethod,
  type JudgedAnswer,
} from '../../search/generation/index.js';
import {
  generationFolder,
  mustContinueCitations,
  storedGenerations,
  writeCitations,
} from '../../tasks/index.js';
import { incompleteText } from '../record/index.js';
import { readResultRun } from '../results/index.js';
import type { QueryScores } from './answer-report.js';
import { type GeneratedTask, generateTask } from './generate-task.js';
import { type JudgedTask, type JudgeTaskOptions, judgeTask } from './judge-task.js';
import { queryScores, resultOf } from './query-scores.js';

/** What a query is answered with: the hits of a system, nothing, or the documents that are judged relevant. */
export type AnswerSource =
  | { readonly from: 'system'; readonly system: string }
  | { readonly from: 'closed book' }
  /** The ceiling. The one place besides the judge where what is relevant reaches a prompt. */
  | { readonly from: 'relevant documents' };

/** What a source is called in tables. */
export const sourceName = (source: AnswerSource): string =>
  source.from === 'system' ? source.system : source.from;

/** Where the documents of answers are found. */
export interface ShownOptions {
  /** Documents per query. */
  readonly documents: number;
  /** Folder of the records of `run`. */
  readonly results: string;
  readonly measure: string;
  readonly includeIncomplete?: boolean;
}

/** The documents that the queries of a task are answered with. */
export interface ShownDocuments {
  readonly source: AnswerSource;
  /** The method of the texts, which is a folder's name too. */
  readonly method: string;
  readonly documents: ReadonlyMap<QueryId, readonly Document[]>;
  readonly spec: JsonObject;
  /** How well the documents were found, for the hits of a system. */
  readonly scores?: QueryScores;
}

/** Finds what each query of a task is answered with. No model is asked. */
export const shownDocuments = async (
  task: Task,
  source: AnswerSource,
  options: ShownOptions,
): Promise<ShownDocuments> => {
  if (source.from === 'closed book')
    return { source, method: 'answer-closed-book', documents: new Map(), spec: { from: source.from } };
  const { documents: most } = options;
  if (source.from === 'relevant documents') {
    const lists = task.queries.map(({ id }) => [id, relevantIn(task.judgements.get(id))] as const);
    return {
      source,
      method: 'answer-relevant-documents',
      documents: await documentsOf(task, lists, most),
      spec: { from: source.from, documents: most },
    };
  }
  const asked = { ...options, system: source.system };
  const result = await resultOf(task, asked);
  const run = await readResultRun(result);
  const lists = task.queries.map(({ id }) => [id, (run.get(id) ?? []).map(({ docId }) => docId)] as const);
  return {
    source,
    method: `answer-${result.record.system.replace(/[^\w.-]/g, '_')}`,
    documents: await documentsOf(task, lists, most),
    spec: { from: source.from, run: result.seal.run, documents: most },
    scores: await queryScores(task, asked),
  };
};

const documentsOf = async (
  task: Task,
  lists: readonly (readonly [QueryId, readonly Document['id'][]])[],
  most: number,
): Promise<ShownDocuments['documents']> => {
  const first = lists.map(([id, ids]) => [id, ids.slice(0, most)] as const);
  const found = await documentsById(task.corpus, new Set(first.flatMap(([, ids]) => ids)));
  return new Map(first.map(([id, ids]) => [id, ids.flatMap((each) => found.get(each) ?? [])]));
};

/** How a task's queries are answered and the answers judged. */
export interface AnswerTaskOptions
  extends Omit<GenerateEachOptions, 'samples'>,
    Pick<JudgeTaskOptions, 'prompts'> {
  readonly judge: CachedChat;
  /** Let the judge check each citation; otherwise only whether a document of its number was shown. */
  readonly checkCitations?: boolean;
  readonly out: string;
  readonly overwrite?: boolean;
  readonly limit?: number;
}

/** The answers of a task from one source, judged. */
export interface AnsweredTask extends JudgedTask {
  readonly source: AnswerSource;
  readonly generated: GeneratedTask;
  readonly citations: readonly CitedAnswer[];
  readonly scores?: QueryScores;
}

/** The method that answers with these documents. */
export const answerMethodOf = (
  task: Task,
  { method, documents, spec }: ShownDocuments,
  { chat, prompts }: Pick<AnswerTaskOptions, 'chat' | 'prompts'>,
): GenerationMethod =>
  answerMethod({
    name: method,
    documents,
    shown: spec,
    prompts,
    task: task.name,
    reasoning: chat.model.reasoning,
  });

/** Answers a task's queries with documents, judges the answers and checks what they cite. All of it is stored and goes on where it ended. */
export const answerTask = async (
  task: Task,
  shown: ShownDocuments,
  tools: Tools,
  options: AnswerTaskOptions,
): Promise<AnsweredTask> => {
  const { prompts, judge, out, overwrite, stop, limit, chat, sampling } = options;
  const checkedBy = options.checkCitations ? judge.model.name : undefined;
  const llm = llmName(chat.model.name);
  if (!overwrite) await mustContinueCitations(generationFolder(out, task.name, shown.method, llm), checkedBy);
  const generated = await generateTask(answerMethodOf(task, shown, options), task, tools, {
    chat,
    out,
    ...defined({ sampling, overwrite, stop, limit, prompts: prompts.origin }),
  });
  if (generated.stopped !== undefined) throw generated.stopped;
  if (generated.record.counts.written === 0)
    throw new WorkError(
      `${task.name}: no answer was written with ${sourceName(shown.source)}: ${generated.failures[0]?.reason ?? 'no query'}`,
      'see to the cause, and run the command again with --retry-failed',
    );
  if (generated.incomplete)
    throw new WorkError(
      `${task.name}, answers with ${sourceName(shown.source)}: ${incompleteText(generated.incomplete)}`,
      'see to the model, its sampling and the prompt: finished calls are cached, and say the same again',
    );
  const judging = { chat: judge, prompts, ...defined({ stop, overwrite }) };
  const judged = await judgeTask(task, tools, {
    ...judging,
    method: shown.method,
    llm,
    generations: out,
    out,
    textsMayGrow: true,
  });
  const { texts } = await storedGenerations(task, shown.method, llm, out);
  const citing = {
    task: task.name,
    queries: task.queries,
    texts,
    style: chat.model.reasoning,
    documents: shown.documents,
    prompts,
    tools,
    chat: judge,
    ...defined({ stop }),
  };
  const citations = options.checkCitations ? (await checkCitations(citing)).answers : citedAnswers(citing);
  await writeCitations(generated.folder, citations, checkedBy);
  const answers = withUnwritten(judged.answers, generated);
  return {
    ...judged,
    answers,
    counts: countAnswers(answers),
    source: shown.source,
    generated,
    citations,
    ...defined({ scores: shown.scores }),
  };
};

/** An answer that was not written because its call failed is work that failed, not a query without a text. */
const withUnwritten = (
  answers: readonly JudgedAnswer[],
  { failures }: GeneratedTask,
): readonly JudgedAnswer[] => {
  const reasons = new Map(failures.map(({ id, reason }) => [id, reason]));
  return answers.map((answer) => {
    const said = reasons.get(answer.id);
    return said !== undefined && answer.outcome === 'no-text'
      ? { ...answer, outcome: 'failed', said }
      : answer;
  });
};
