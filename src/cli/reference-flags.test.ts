import { describe, expect, it } from 'vitest';
import { withReferenceSpellings } from './reference-flags.js';

describe("the reference's spellings", () => {
  it('mean our flags', () => {
    const line =
      '--mode eval_retrieval --task All --retriever_name bm25 --gar_method=hyde --gar_llm gpt4 --recall_k 10';
    expect(withReferenceSpellings(line.split(' '))).toEqual(
      'run --task All --retriever bm25 --gar=hyde --llm gpt4 --depth 10'.split(' '),
    );
  });

  it('leave everything else as it is', () => {
    const words = ['run', '--data', 'a=b', '--system', 'hyde(gpt4) > bm25', '--', '--x'];
    expect(withReferenceSpellings(words)).toEqual(words);
  });

  it('name the verb for a mode that is a verb here', () => {
    expect(() => withReferenceSpellings(['--mode', 'generate_hydoc'])).toThrow('r2med generate');
    expect(() => withReferenceSpellings(['--mode', 'train'])).toThrow('eval_retrieval');
  });
});
