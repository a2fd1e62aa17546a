import type { Dialect } from './dialect.js';
import { indexedEmbeddings } from './indexed-answer.js';

/** `POST {base}/embeddings`: OpenAI, vLLM, TEI, SGLang, llama.cpp, Ollama, LM Studio and many more. */
export const openai: Dialect = {
  ...indexedEmbeddings,
  home: 'https://api.openai.com/v1',
  homeVariable: 'OPENAI_BASE_URL',
  keyVariables: ['OPENAI_API_KEY'],
  // OpenAI takes 2,048 texts and 300,000 tokens; TEI, by default, 32 texts and 2 MB.
  limits: { texts: 32, tokens: 250_000, bytes: 1_900_000 },
  body: ({ model, texts, dimensions }) => ({
    model,
    input: texts,
    // A quarter of the bytes of numbers, and no number to parse. Servers that do not know it send numbers, which are read too.
    encoding_format: 'base64',
    ...(dimensions !== undefined && { dimensions }),
  }),
};
