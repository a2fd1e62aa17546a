import { defined, InputError, type QueryId, type Task, type Tools } from '../../core/index.js';
import { llmName, llmTraits, type ReasoningStyle } from '../../models/llms/index.js';
import { packageVersion } from '../../platform/node/index.js';
import {
  type GenerationPlan,
  type JudgedAnswers,
  type JudgingOptions,
  judgeAnswers,
  judgeSampling,
  planJudging,
  readingStyle,
} from '../../search/generation/index.js';
import {
  type AnswerRecord,
  type AnswerSettings,
  answersFile,
  generationFolder,
  mustContinueAnswers,
  storedGenerations,
  writeAnswers,
} from '../../tasks/index.js';

/** Settings of the answer judge for a whole task. */
export interface JudgeTaskOptions extends Pick<JudgingOptions, 'chat' | 'prompts' | 'sampling' | 'stop'> {
  /** By which method, and by whom, the judged texts were written. */
  readonly method: string;
  readonly llm: string;
  /** Where the texts are; those in the task's own folder by default. */
  readonly generations?: string;
  /** Files go to `<out>/<task>/<method>/<llm>/`. */
  readonly out: string;
  /** Replace verdicts made with other settings. */
  readonly overwrite?: boolean;
  /** Whether texts of the same settings may have been added since verdicts were made. */
  readonly textsMayGrow?: boolean;
}

/** The judge's verdicts on a task, and the file that holds them. */
export interface JudgedTask extends JudgedAnswers {
  readonly task: string;
  /** File of the verdicts. */
  readonly file: string;
}

/** The reference answers of a task, by query. */
export const referenceAnswers = (task: Task): ReadonlyMap<QueryId, string> =>
  new Map([...task.labels].flatMap(([id, { answer }]) => (answer?.trim() ? [[id, answer] as const] : [])));

/** Judges the answers in a task's stored texts and saves the verdicts. */
export const judgeTask = async (task: Task, tools: Tools, options: JudgeTaskOptions): Promise<JudgedTask> => {
  const { judging, hash } = await judgingOf(task, tools, options);
  const { method, chat, out, overwrite = false, textsMayGrow = false } = options;
  const llm = llmName(options.llm);
  const folder = generationFolder(out, task.name, method, llm);
  const { name, suite, revision, contentHash } = task;
  const { source, hash: prompt } = options.prompts.template('judge', name);
  const settings: AnswerSettings = {
    method,
    llm,
    judge: {
      name: chat.model.name,
      spec: chat.model.spec as AnswerRecord['judge']['spec'],
      reasoning: chat.model.reasoning,
    },
    prompt: { source, hash: prompt },
    sampling: judgeSampling(chat.model, options.sampling) as AnswerRecord['sampling'],
    texts: { hash, reasoning: judging.style },
    task: { name, suite, revision, contentHash },
  };
  if (!overwrite) await mustContinueAnswers(folder, settings, { textsMayGrow });
  const judged = await judgeAnswers(judging);
  await writeAnswers(folder, judged.answers, {
    version: 1,
    ...settings,
    counts: { ...judged.counts },
    usage: { ...judged.usage },
    provenance: { tool: `r2med ${packageVersion()}`, at: new Date().toISOString() },
  });
  return { ...judged, task: name, file: answersFile(folder, chat.model.name) };
};

/** What judging a task will take. It asks no model. */
export const planJudgeTask = async (
  task: Task,
  tools: Tools,
  options: JudgeTaskOptions,
): Promise<GenerationPlan> => planJudging((await judgingOf(task, tools, options)).judging);

const judgingOf = async (
  task: Task,
  tools: Tools,
  { method, llm, generations, chat, prompts, sampling, stop }: JudgeTaskOptions,
): Promise<{ readonly judging: JudgingOptions; readonly hash: string }> => {
  const answers = referenceAnswers(task);
  if (answers.size === 0)
    throw new InputError({
      found: `no reference answers in ${task.name}`,
      expected: 'a field "answer" in its query file',
      fix: 'add "answer" to the rows of the query file, or judge another task',
    });
  const { texts, source, hash, record, note } = await storedGenerations(
    task,
    method,
    llmName(llm),
    generations,
  );
  if (note) tools.note(note);
  // Texts of this tool say how their model was read when it wrote them.
  const reasoning = (record?.llm.reasoning as ReasoningStyle | undefined) ?? llmTraits(llm).reasoning;
  if (!task.queries.some(({ id }) => texts.has(id)))
    throw new InputError({
      at: { file: source },
      found: `no text for any of the ${task.queries.length} queries of ${task.name}`,
      fix: 'give the file that belongs to this task',
    });
  const judging: JudgingOptions = {
    task: task.name,
    queries: task.queries,
    answers,
    texts,
    style: readingStyle(method, reasoning),
    chat,
    prompts,
    tools,
    ...defined({ sampling, stop }),
  };
  return { judging, hash };
};
