import { InputError, lookup, type Retriever, type Rewriter, type Task } from '../core/index.js';
import { llmRewriter, storedRewriter, type TextMode, textModeOf } from '../generation/index.js';
import { llmName, llmTraits, type ReasoningStyle } from '../llms/index.js';
import { printStage, type StageText } from '../pipeline/index.js';
import { openPrompts, type Prompts } from '../prompts/index.js';
import { storedGenerations } from '../tasks/index.js';
import { type GenerationMethodSettings, generationMethod, generationMethods } from './generation-methods.js';
import type { LlmPool } from './llm-pool.js';

/** How texts that are searched with come about. */
export interface GenerationContext {
  /** `published`, `new` (a language model is asked now), or the file or folder with stored generations. */
  readonly generations?: string;
  /** Do as the reference does where the default differs from it. */
  readonly asPublished?: boolean;
  /** The models that write, for `new`. */
  readonly llmPool?: LlmPool;
  /** The package's own prompts, unless others are given. */
  readonly prompts?: Prompts;
  /** Texts per query. */
  readonly samples?: number;
  /** How several texts of a query are searched with; the method's own way by default. */
  readonly searches?: TextMode;
  /** Where the answer begins in the output of a model that is in no table. */
  readonly reasoning?: ReasoningStyle;
  readonly writer?: GenerationMethodSettings;
}

type Build = (expression: string, topK: number) => Promise<Retriever>;

/** Whether a stage writes a text before the search. */
export const isMethod = (name: string): boolean => Object.hasOwn(generationMethods, name);

/** How the texts of a stage are searched with when there are several. */
export const searchesFor = (stage: StageText, context: GenerationContext): TextMode =>
  settingsOf(stage).searches ?? context.searches ?? textModeOf(stage.name);

/** The stage of a text such as `hyde(gpt4)` or `hyde(gpt4, samples=3, texts=each)`. */
export const rewriter = async (
  stage: StageText,
  task: Task,
  context: GenerationContext,
  build: Build,
): Promise<Rewriter> => {
  const [llm, ...more] = stage.values;
  if (!llm || more.length > 0)
    throw new InputError({
      found: printStage(stage),
      expected: `who writes, as ${stage.name}(gpt4)`,
    });
  const own = settingsOf(stage);
  const all: GenerationContext = { ...context, ...own, writer: { ...context.writer, ...own.writer } };
  const searches = searchesFor(stage, context);
  const made =
    all.generations === 'new'
      ? await live(stage, llm, task, all, searches, build)
      : await stored(stage.name, llm, task, all, searches);
  return { ...made, name: nameOf(stage, made.name) };
};

/** A model is named without its address; what else was said of the method stays part of the name. */
const nameOf = (stage: StageText, name: string): string =>
  printStage({ ...stage, values: [name.slice(stage.name.length + 1, -1)] });

const stored = async (
  method: string,
  written: string,
  task: Task,
  { generations, asPublished = false, reasoning, samples }: GenerationContext,
  searches: TextMode,
): Promise<Rewriter> => {
  const llm = llmName(written);
  const { record: made, ...texts } = await storedGenerations(task, method, llm, generations);
  if (samples !== undefined && made && made.samples !== samples)
    throw new InputError({
      at: { file: texts.source },
      found: `${made.samples} texts per query`,
      expected: `${samples}`,
      fix: 'write so many with r2med generate --samples, or leave the number out',
    });
  const traits = llmTraits(llm);
  const style = reasoning ?? (made?.llm.reasoning as ReasoningStyle | undefined) ?? traits.reasoning;
  return storedRewriter({
    ...texts,
    method,
    llm,
    reasoning: style,
    reasoner: traits.reasoner,
    asPublished,
    searches,
    ...(made?.counts.truncated && { truncated: made.counts.truncated }),
    ...(made && {
      samples: made.samples,
      made: { writer: made.writer, sampling: made.sampling, samples: made.samples },
    }),
  });
};

const live = async (
  stage: StageText,
  llm: string,
  task: Task,
  { llmPool, prompts = openPrompts(), samples, asPublished = false, writer: settings }: GenerationContext,
  searches: TextMode,
  build: Build,
): Promise<Rewriter> => {
  if (!llmPool)
    throw new InputError({
      found: `${printStage(stage)} with new texts, and nobody to write them`,
      fix: 'give the system `llmPool`, as llmPool(tools, { env: process.env })',
    });
  const chat = await llmPool.get(llm);
  const { model } = chat;
  const method = await generationMethod(stage.name, {
    task,
    prompts,
    ...(settings && { settings }),
    speaker: model,
    retriever: build,
  });
  return llmRewriter({
    writer: method,
    chat,
    asPublished,
    searches,
    reasoner: llmTraits(model.name).reasoner,
    ...(prompts.origin !== undefined && { prompts: prompts.origin }),
    ...(samples !== undefined && { samples }),
  });
};

const count = (name: string, text: string): number => {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new InputError({ found: `${name}=${text}`, expected: 'a whole number from 1' });
};

/** What may be said of a method in brackets besides who writes. */
const SETTINGS: Readonly<Record<string, (text: string) => GenerationContext>> = {
  samples: (text) => ({ samples: count('samples', text) }),
  texts: (text) => ({ searches: lookup('way to search with several texts', SEARCHES, text) }),
  searches: (text) => ({ writer: { searches: count('searches', text) } }),
  turns: (text) => ({ writer: { turns: count('turns', text) } }),
  documents: (text) => ({ writer: { documents: count('documents', text) } }),
  candidates: (text) => ({ writer: { candidates: count('candidates', text) } }),
  rounds: (text) => ({ writer: { rounds: count('rounds', text) } }),
  retriever: (text) => ({ writer: { retriever: text } }),
};

const SEARCHES: Readonly<Record<string, TextMode>> = { together: 'together', each: 'each' };

const settingsOf = (stage: StageText): GenerationContext => {
  const said = Object.entries(stage.named).map(([name, text]) =>
    lookup('setting of a method', SETTINGS, name)(text),
  );
  const ofWriter: GenerationMethodSettings = Object.assign(
    {},
    ...said.map(({ writer: generationMethod }) => generationMethod),
  );
  return { ...(Object.assign({}, ...said) as GenerationContext), writer: ofWriter };
};
