import { corpusOf, type Document, type Query, queryId, type Retriever } from '../../src/core/index.js';
import type { Message, Reply, Sampling } from '../../src/models/llms/index.js';
import type {
  AskModel,
  GeneratedDraft,
  GenerationMethod,
} from '../../src/search/generation/generation-method.js';
import { type TestTools, testTools } from './tools.js';

export interface AskedCall {
  readonly messages: readonly Message[];
  readonly sampling?: Sampling;
}

/** What the model says in one call: text, or more of a reply. */
export type Said = string | Partial<Reply>;

const REPLY: Reply = {
  text: '',
  finish: 'stop',
  tokensIn: 7,
  tokensOut: 3,
  estimated: false,
  raw: {},
  ms: 0,
};

/** A model that says these things one after the other, and remembers what it was asked. */
export const scriptedAsk = (
  says: readonly Said[],
): { readonly ask: AskModel; readonly calls: AskedCall[] } => {
  const calls: AskedCall[] = [];
  return {
    calls,
    ask: async (messages, sampling) => {
      const said = says[calls.length];
      calls.push(structuredClone({ messages, ...(sampling && { sampling }) }));
      if (said === undefined) throw new Error(`asked ${calls.length} times, and the script ends before`);
      return { ...REPLY, ...(typeof said === 'string' ? { text: said } : said) };
    },
  };
};

export const AGENT_CORPUS = corpusOf('agents', [
  { id: 'gout', text: 'Urate crystals in a joint\ncause gout. Colchicine calms it.' },
  { id: 'anaemia', text: 'Iron deficiency makes people tired and pale.' },
  { id: 'titled', title: 'Sleep apnoea', text: 'Pauses of breath at night leave people tired by day.' },
]);

export interface WatchedRetriever extends Retriever {
  /** Every search made, in order. */
  readonly searched: string[];
  readonly openedOn: string[];
}

/** Finds every document that shares a word with the query, in the corpus's order. */
export const wordRetriever = (fails?: (text: string) => Error | undefined): WatchedRetriever => {
  const searched: string[] = [];
  const openedOn: string[] = [];
  return {
    name: 'words',
    spec: { retriever: 'words' },
    searched,
    openedOn,
    open: async (corpus) => {
      openedOn.push(corpus.key);
      const documents: Document[] = [];
      for await (const rows of corpus.rows()) documents.push(...rows);
      return {
        facts: {},
        run: async (queries) =>
          queries.map((query) => {
            searched.push(query.text);
            const error = fails?.(query.text);
            if (error) throw error;
            const words = query.text.toLowerCase().split(/\s+/);
            const hits = documents
              .filter(({ text }) => words.some((word) => word && text.toLowerCase().includes(word)))
              .map(({ id }, i) => ({ docId: id, score: 9 - i }));
            return { query, hits };
          }),
      };
    },
  };
};

export const TOE: Query = { id: queryId('q1'), text: 'Why does my toe hurt at night?' };

export interface Held {
  readonly draft: GeneratedDraft;
  readonly calls: readonly AskedCall[];
  readonly tools: TestTools;
}

/** One conversation of an agent with a model that follows a script. */
export const conversationOf = async (
  method: GenerationMethod,
  says: readonly Said[],
  query = TOE,
): Promise<Held> => {
  const tools = testTools();
  const open = await method.open(AGENT_CORPUS, tools);
  const { ask, calls } = scriptedAsk(says);
  return { draft: await open.write(query, ask), calls, tools };
};

/** What a trace shows, in short. */
export const stepsOf = ({ trace }: GeneratedDraft): readonly string[] => trace.map(({ step }) => step);
