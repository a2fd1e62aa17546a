/** What a test sees of calls, and what the model says. */
export interface FakeLlama {
  /** Options of every response, with its turns. */
  readonly asked: { readonly turns: readonly object[]; readonly options: Record<string, unknown> }[];
  readonly contexts: Record<string, unknown>[];
  answer: {
    readonly response: string;
    readonly thought?: string;
    readonly stopReason?: string;
    readonly trigger?: string;
  };
  disposed: number;
}

/** node-llama-cpp as far as it is used: a token is a word, and a vector says which tokens were read. */
export const fakeLlama = (
  trainContextSize = 64,
): { readonly fake: FakeLlama; readonly module: () => object } => {
  const fake: FakeLlama = { asked: [], contexts: [], answer: { response: 'an answer' }, disposed: 0 };
  const words: string[] = [];
  const tokenize = (text: string): number[] =>
    (text.match(/\S+/g) ?? []).map((word) => {
      if (!words.includes(word)) words.push(word);
      return words.indexOf(word);
    });
  const tokenMeter = { usedOutputTokens: 0 };
  const sequence = { tokenMeter, clearHistory: async () => {} };
  const createContext = async (options: { contextSize: number }) => {
    fake.contexts.push(options);
    return { contextSize: options.contextSize, getSequence: () => sequence };
  };
  const createEmbeddingContext = async (options: Record<string, unknown>) => {
    fake.contexts.push(options);
    return {
      // A token at either end, as BERT's.
      calculateInputLength: (tokens: readonly number[]) => tokens.length + 2,
      getEmbeddingFor: async (tokens: readonly number[]) => ({
        vector: tokens.length > 0 ? [tokens.length, tokens[0], tokens.at(-1)] : [],
      }),
    };
  };
  const model = { trainContextSize, tokenizer: tokenize, tokenize, createContext, createEmbeddingContext };
  class LlamaChat {
    readonly chatWrapper = {
      generateContextState: ({ chatHistory }: { chatHistory: readonly object[] }) => ({
        contextText: { tokenize: () => tokenize(JSON.stringify(chatHistory)) },
      }),
    };
    async generateResponse(turns: readonly object[], options: Record<string, unknown>) {
      fake.asked.push({ turns, options });
      const { response, thought, stopReason = 'eogToken', trigger } = fake.answer;
      tokenMeter.usedOutputTokens += tokenize(response).length;
      return {
        response,
        fullResponse: [...(thought ? [{ segmentType: 'thought', text: thought }] : []), response],
        metadata: { stopReason, ...(trigger && { customStopTrigger: [trigger] }) },
      };
    }
  }
  const dispose = async () => {
    fake.disposed += 1;
  };
  return {
    fake,
    module: () => ({ LlamaChat, getLlama: async () => ({ loadModel: async () => model, dispose }) }),
  };
};
