import { InputError } from '../core/index.js';
import type { LlmOptions } from '../experiment/systems/index.js';

/** The model that was named; one that only a server knows goes by its id there. */
export const chosenLlm = ({ llm, llmEndpoint, llmModel }: LlmOptions): string => {
  if (llm) return llm;
  if (llmEndpoint && llmModel) return `served:${llmEndpoint.join(',')}#${llmModel}`;
  throw new InputError({
    found: 'no LLM',
    fix: 'add --llm gpt4, or --llm-endpoint http://localhost:8000/v1 --llm-model my-model',
  });
};
