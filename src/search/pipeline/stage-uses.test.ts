import { describe, expect, it } from 'vitest';
import { parseStages, stagesOf } from './expression.js';
import { stageUses } from './shared-stages.js';

describe('the stages of a system', () => {
  it('are those of its systems too, each once, in canonical form', () => {
    expect(stagesOf(parseStages('rrf(hyde(gpt4)>bm25, bm25,k=100) > top(10)'))).toEqual([
      'rrf(hyde(gpt4) > bm25, bm25, k=100)',
      'hyde(gpt4)',
      'gpt4',
      'bm25',
      'top(10)',
    ]);
  });
});

it('settings that are no systems are left alone', () => {
  expect(stagesOf(parseStages('top(10)'))).toEqual(['top(10)']);
  expect(stagesOf(parseStages('served:http://a/v1#m(two words)'))).toEqual([
    'served:http://a/v1#m(two words)',
  ]);
});

describe('how often stages are asked for', () => {
  it('counts every system that holds them', () => {
    const uses = stageUses(['bm25', 'bm25 > rr(10)', 'bm25 > rr(100)', 'hyde(gpt4) > bm25'].map(parseStages));
    expect(Object.fromEntries(uses)).toEqual({
      bm25: 4,
      'rr(10)': 1,
      'rr(100)': 1,
      'hyde(gpt4)': 1,
      gpt4: 1,
    });
  });

  it('counts what is within a shared stage once', () => {
    const uses = stageUses(
      ['rrf(bm25, bge)', 'rrf(bm25, bge) > rr(10)', 'bm25', 'rrf(bm25, lsa)'].map(parseStages),
    );
    expect(Object.fromEntries(uses)).toMatchObject({
      'rrf(bm25, bge)': 2,
      'rrf(bm25, lsa)': 1,
      bm25: 3,
      bge: 1,
      lsa: 1,
    });
  });
});
