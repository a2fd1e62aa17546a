import { expect, it } from 'vitest';
import type { Result } from '../experiment/record/index.js';
import { scoreNotes } from './score-notes.js';

const result = (first: number, second: number, isInner = false): Result => {
  const facts = { answered: { first, second } };
  const name = 'gate(bm25, lsa, length=5)';
  const task = { name: 'Biology', uniqueDocuments: 1000 };
  return {
    record: { name, task, scores: {}, facts: isInner ? { fused: [{ system: name, facts }] } : facts },
  } as unknown as Result;
};

it('says of a gate that all queries pass the same way, over all tasks and within a fusion', () => {
  const notes = (...results: readonly Result[]) => scoreNotes(results, 'nDCG@10');
  expect(notes(result(0, 9))).toEqual([
    expect.stringContaining('its second system answered all 9 queries, so the gate decides nothing here'),
  ]);
  expect(notes(result(4, 0, true), result(3, 0))).toEqual([
    expect.stringContaining('its first system answered all 7 queries'),
  ]);
  expect(notes(result(0, 9), result(1, 0))).toEqual([]);
  expect(notes(result(0, 1))).toEqual([]);
});
