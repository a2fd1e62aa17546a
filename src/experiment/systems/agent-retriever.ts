import { InputError, own, type Retriever, readSettings, type Settings } from '../../core/index.js';
import type { CachedChat } from '../../models/llms/index.js';
import { openPrompts, type Prompts } from '../../models/prompts/index.js';
import { rrf } from '../../search/fusion/index.js';
import {
  LATTICE_SETTINGS,
  latticeRetriever,
  REACT_SETTINGS,
  reactRetriever,
} from '../../search/generation/index.js';
import { parseStages, type StageText, type SystemText, stageText } from '../../search/pipeline/index.js';
import { noFeedback } from './feedback.js';
import type { Resolved } from './model-context.js';
import type { SystemContext } from './system-context.js';

interface AgentParts {
  readonly chat: CachedChat;
  readonly prompts: Prompts;
  readonly task: string;
  readonly topK: number;
  readonly retriever: Retriever;
}

interface AgentRetriever {
  readonly settings: Settings & { readonly retriever: { readonly default: string } };
  /** Hits of the system in its settings; as many as it keeps itself unless said. */
  readonly searches?: number;
  make(limits: object, parts: AgentParts): Retriever;
}

/** Retrievers that ask a language model where to look: an agent with a search tool, a walk through a tree of summaries. */
export const agentRetrievers: Readonly<Record<string, AgentRetriever>> = {
  react: {
    settings: REACT_SETTINGS,
    make: (limits, parts) =>
      reactRetriever({ ...limits, ...parts, fuse: (rankings) => rrf().fuse(rankings, parts.topK) }),
  },
  lattice: {
    settings: LATTICE_SETTINGS,
    // Neighbours of a text; most of the nearest may be in groups already.
    searches: 50,
    make: (limits, parts) => latticeRetriever({ ...limits, ...parts }),
  },
};

/** Hits per query, where nobody says how many. */
const TOP = 100;

/** The retriever of `react(gpt4, retriever=bge)`. */
export const resolveAgentRetriever = (
  stage: StageText,
  method: StageText | undefined,
  feedback: StageText | undefined,
  resolve: (system: SystemText) => Resolved<SystemContext, Retriever>,
): Resolved<SystemContext, Retriever> => {
  const { settings, searches, make } = own(agentRetrievers, stage.name)!;
  if (feedback) throw noFeedback(feedback, stage);
  const [llm, ...more] = stage.values;
  if (!llm || more.length > 0)
    throw new InputError({
      found: stage.text,
      expected: `an LLM, and settings by name, as ${stage.name}(gpt4, retriever=bm25)`,
      fix: 'name one LLM in the brackets; r2med models --kind llm lists them',
    });
  if (method)
    throw new InputError({
      found: `${method.text} > ${stage.text}: ${stage.name} looks for documents in its own searches`,
      expected: `${stage.text} alone, or with the method in what it searches with`,
      fix: `leave out ${method.text}`,
    });
  const { retriever = settings.retriever.default, ...limits } = readSettings(
    stage.name,
    settings,
    stage.named,
  ) as { readonly retriever?: string };
  const searching = resolve(parseStages(retriever));
  return {
    check: async (context) => {
      await context.llmPool?.get(llm);
      await searching.check?.(context);
    },
    build: async (context) => {
      const { llmPool, prompts = openPrompts(), task, topK = TOP } = context;
      if (!llmPool)
        throw new InputError({
          found: `${stage.text}: it needs an LLM, and none is set`,
          fix: 'give the system `llmPool`, as llmPool(tools, { env: process.env })',
        });
      const chat = await llmPool.get(llm);
      // What the agent searches with is its own: it is opened while another stage runs.
      const { shared: _, ...alone } = context;
      const made = make(limits, {
        ...{ chat, prompts, task: task.name, topK },
        retriever: await searching.build({ ...alone, topK: searches ?? topK }),
      });
      return { ...made, name: stageText(stage.name, [chat.model.name], stage.named).text };
    },
  };
};
