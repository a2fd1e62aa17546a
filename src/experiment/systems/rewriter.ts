import {
  defined,
  InputError,
  lookup,
  type Retriever,
  type Rewriter,
  readSettings,
  type Settings,
  type SettingValues,
  setting,
  type Task,
} from '../../core/index.js';
import { llmName, llms, llmTraits, type ReasoningStyle } from '../../models/llms/index.js';
import { openPrompts, type Prompts } from '../../models/prompts/index.js';
import {
  type GenerationMethodSettings,
  generationMethod,
  generationMethods,
  llmRewriter,
  storedRewriter,
  type TextMode,
  textModeOf,
} from '../../search/generation/index.js';
import { parseStages, type StageText, type SystemText, stageText } from '../../search/pipeline/index.js';
import { storedGenerations } from '../../tasks/index.js';
import type { Resolved } from './model-context.js';
import type { LlmPool } from './model-pools.js';

/** How texts that are searched with come about. */
export interface GenerationContext {
  /** `published`, `new` (an LLM generates them now), or the file or folder with stored generations. */
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
  /** What the user says about generation methods besides their names. */
  readonly methodSettings?: GenerationMethodSettings;
}

/** What a generation method is built with. */
interface RewriterContext extends GenerationContext {
  readonly task: Task;
  /** Builds the system that a method searches with, keeping so many hits. */
  search(expression: string, topK: number): Promise<Retriever>;
}

interface ResolvedRewriter extends Resolved<RewriterContext, Rewriter, GenerationContext> {
  /** How the texts are searched with when there are several. */
  searches(context: GenerationContext): TextMode;
}

/** What a system's text may say of every method. */
export const METHOD_SETTINGS = {
  samples: setting.count('texts per query'),
  texts: setting.oneOf(['together', 'each'], 'search with several texts as one, or with each'),
} as const;

/** Whether a stage writes a text before the search. */
export const isMethod = (name: string): boolean => Object.hasOwn(generationMethods, name);

/** The stage of a text such as `hyde(gpt4)` or `hyde(gpt4, samples=3, texts=each)`. */
export const resolveRewriter = (
  stage: StageText,
  resolve: (system: SystemText) => unknown,
): ResolvedRewriter => {
  const [llm, ...more] = stage.values;
  if (!llm || more.length > 0)
    throw new InputError({
      found: stage.text,
      expected: `who writes, as ${stage.name}(gpt4)`,
      fix: `name an LLM in the brackets; r2med models --kind llm lists them`,
    });
  const declared: Settings = {
    ...METHOD_SETTINGS,
    ...lookup('generation method', generationMethods, stage.name).settings,
  };
  const { samples, texts, ...method } = readSettings(stage.name, declared, stage.named) as SettingValues<
    typeof METHOD_SETTINGS
  >;
  for (const [name, text] of Object.entries(stage.named))
    if (declared[name]!.isSystem) resolve(parseStages(text));
  const searches = (context: GenerationContext) => texts ?? context.searches ?? textModeOf(stage.name);
  return {
    searches,
    check: async ({ generations, llmPool }) => (generations === 'new' ? llmPool?.get(llm) : undefined),
    build: async (context) => {
      const all: RewriterContext = {
        ...context,
        ...(samples !== undefined && { samples }),
        searches: searches(context),
        methodSettings: { ...context.methodSettings, ...method },
      };
      const made =
        all.generations === 'new' ? await live(stage, llm, all) : await stored(stage.name, llm, all);
      return { ...made.rewriter, name: stageText(stage.name, [made.llm], stage.named).text };
    },
  };
};

/** A stage, and its model without an address: with the settings of the method that is the stage's name. */
interface MadeRewriter {
  readonly rewriter: Rewriter;
  readonly llm: string;
}

const stored = async (
  method: string,
  written: string,
  { task, generations, asPublished = false, reasoning, samples, searches }: RewriterContext,
): Promise<MadeRewriter> => {
  const llm = llmName(written);
  const { record: made, ...texts } = await storedGenerations(
    task,
    method,
    llm,
    generations,
    Object.keys(llms()),
  );
  if (samples !== undefined && made && made.samples !== samples)
    throw new InputError({
      at: { file: texts.source },
      found: `${made.samples} texts per query`,
      expected: `${samples}`,
      fix: 'write so many with r2med generate --samples, or leave the number out',
    });
  const traits = llmTraits(llm);
  const style = reasoning ?? (made?.llm.reasoning as ReasoningStyle | undefined) ?? traits.reasoning;
  const rewriter = storedRewriter({
    ...texts,
    method,
    llm,
    reasoning: style,
    reasoner: traits.reasoner,
    asPublished,
    ...(searches && { searches }),
    ...(made?.counts.truncated && { truncated: made.counts.truncated }),
    ...(made && {
      samples: made.samples,
      usage: defined(made.usage),
      made: { writer: made.writer, sampling: made.sampling, samples: made.samples },
    }),
  });
  return { rewriter, llm };
};

const live = async (
  stage: StageText,
  llm: string,
  {
    task,
    llmPool,
    prompts = openPrompts(),
    samples,
    searches,
    asPublished = false,
    methodSettings: settings,
    search,
  }: RewriterContext,
): Promise<MadeRewriter> => {
  if (!llmPool)
    throw new InputError({
      found: `${stage.text} with new texts: it needs an LLM, and none is set`,
      fix: 'give the system `llmPool`, as llmPool(tools, { env: process.env })',
    });
  const chat = await llmPool.get(llm);
  const { model } = chat;
  const method = await generationMethod(stage.name, {
    task,
    prompts,
    ...(settings && { settings }),
    model,
    retriever: search,
  });
  const rewriter = llmRewriter({
    method,
    chat,
    asPublished,
    ...(searches && { searches }),
    reasoner: llmTraits(model.name).reasoner,
    ...defined({ prompts: prompts.origin, samples }),
  });
  return { rewriter, llm: model.name };
};
