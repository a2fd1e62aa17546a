import { corpusOf, type Query, queryId } from '../../src/core/index.js';
import type { GenerateTextsOptions } from '../../src/search/generation/generate-texts.js';
import type { GenerationMethod } from '../../src/search/generation/generation-method.js';
import { testTools } from './tools.js';

export const queries = (count: number): readonly Query[] =>
  Array.from({ length: count }, (_, i) => ({ id: queryId(`q${i}`), text: `case ${i}` }));

/** Asks once per query, or as often as its steps say, each with the answer before. */
export const writerOf = (change: Partial<GenerationMethod> = {}, steps = 1): GenerationMethod => ({
  method: 'plain',
  spec: {},
  open: async () => ({
    expected: () => ({ known: [], further: 0, furtherTokensIn: 0 }),
    write: async (query, ask) => {
      let said = query.text;
      for (let step = 0; step < steps; step++)
        said = (await ask([{ role: 'user', content: said }], { maxTokens: 100 })).text;
      return { texts: [said], trace: [{ step: 'told', text: `about ${query.text}` }] };
    },
  }),
  ...change,
});

export const options = (
  chat: GenerateTextsOptions['chat'],
  change: Partial<GenerateTextsOptions> = {},
): GenerateTextsOptions => ({
  corpus: corpusOf('k', []),
  queries: queries(5),
  chat,
  tools: testTools(),
  ...change,
});
