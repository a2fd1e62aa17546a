import type { Prompt } from '../../../platform/api-client/index.js';

/** What is put around the texts of a pair. */
export interface ScorerForm {
  readonly query?: Prompt;
  readonly document?: Prompt;
}

/** What Qwen3-Reranker looks for by default (model card, and vLLM's `examples/offline_inference/qwen3_reranker.py`). */
const WEB_SEARCH = 'Given a web search query, retrieve relevant passages that answer the query';

/** The prompt that Qwen3-Reranker was trained with (the same sources): two halves, the query's and the document's. */
export const judgeForm = (instruction = WEB_SEARCH): ScorerForm => ({
  query: {
    prefix:
      '<|im_start|>system\nJudge whether the Document meets the requirements based on the Query and the Instruct ' +
      'provided. Note that the answer can only be "yes" or "no".<|im_end|>\n' +
      `<|im_start|>user\n<Instruct>: ${instruction}\n<Query>: `,
    suffix: '\n',
  },
  document: {
    prefix: '<Document>: ',
    suffix: '<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\n',
  },
});
