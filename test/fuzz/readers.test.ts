import { describe, expect, it } from 'vitest';
import { flagTable } from '../../src/cli/flags/pick.js';
import { InputError, R2medError } from '../../src/core/index.js';
import { RUN_FORMATS } from '../../src/experiment/results/runs/run-formats.js';
import { KINDS } from '../../src/models/custom/kinds.js';
import { DIALECTS } from '../../src/models/embedders/api/dialects/index.js';
import { CHAT_DIALECTS } from '../../src/models/llms/chat/dialects/index.js';
import { REASONING } from '../../src/models/llms/reasoning.js';
import { SCORER_DIALECTS } from '../../src/models/scorers/api/dialects/index.js';
import { judgementFormats } from '../../src/platform/formats/index.js';
import { generationMethods } from '../../src/search/generation/generation-methods.js';
import { llmRerankers } from '../../src/search/reranking/llm/index.js';
import { analyzers } from '../../src/search/retrieval/analysis/index.js';
import { folderFormats } from '../../src/tasks/formats/index.js';
import { corpusOf, decoded, inputOf } from './corpus.js';
import { readers } from './readers/index.js';

/** Whatever reads what others wrote and is found by a name. */
const REGISTRIES: Readonly<Record<string, object>> = {
  'task format': folderFormats,
  'run format': RUN_FORMATS,
  'judgement format': judgementFormats,
  'LLM API': CHAT_DIALECTS,
  'embedding API': DIALECTS,
  'rerank API': SCORER_DIALECTS,
  'LLM reranker': llmRerankers,
  'generation method': generationMethods,
  'style of reasoning': REASONING,
  'kind of vectors': KINDS,
  analyzer: analyzers,
  flag: Object.fromEntries(Object.entries(flagTable()).filter(([, flag]) => 'parse' in flag && flag.parse)),
};

it.each(Object.entries(REGISTRIES))('every %s is tried by the fuzzer', (kind, registry) => {
  const tried = new Set(readers.flatMap(({ covers = [] }) => covers));
  expect(Object.keys(registry).filter((name) => !tried.has(`${kind} ${name}`))).toEqual([]);
});

it('every reader has a name of its own', () => {
  expect(new Set(readers.map(({ name }) => name)).size).toBe(readers.length);
});

describe.each(readers)('$name', (reader) => {
  const given = reader.seeds as readonly (string | Buffer)[];

  it('reads one of its seeds at least, so that changed ones lead inside', async () => {
    const why: string[] = [];
    for (const seed of given)
      try {
        await reader.read(seed as never);
        why.push('read');
      } catch (error) {
        why.push(String(error).slice(0, 300));
      }
    expect(why.includes('read') ? [] : why).toEqual([]);
  });

  it('gives a value or an error with a fix for all that is kept in its corpus', async () => {
    for (const entry of corpusOf(reader.name))
      try {
        await reader.read(inputOf(reader, decoded(entry)) as never);
      } catch (error) {
        const isFixed = error instanceof R2medError && (!(error instanceof InputError) || error.fix);
        if (!isFixed && !reader.isForeseen?.(error)) throw new Error(JSON.stringify(entry), { cause: error });
      }
  });
});
