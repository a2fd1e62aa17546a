import { describe, expect, it } from 'vitest';
import { WorkError } from './errors.js';
import { failedIn, failedWithin, failedWork, mustSucceed } from './failed-work.js';

const LOST = failedWork('documents without a vector', 2, 'too odd');

describe('failed work', () => {
  it('is no fact where nothing failed', () => {
    expect(failedWork('texts not written', 0, '')).toEqual({});
    expect(failedIn({}, failedWork('texts not written', 0, ''))).toEqual({});
  });

  it('adds up by what is missing; the first reason stays', () => {
    const more = failedWork('documents without a vector', 3, 'too long');
    const texts = failedWork('texts not written', 1, 'refused', { cached: true });
    expect(failedIn(LOST, more, texts)).toEqual({
      failed: {
        'documents without a vector': { count: 5, reason: 'too odd' },
        'texts not written': { count: 1, reason: 'refused', cached: true },
      },
    });
  });

  it('is found in fused systems, and in those that they fuse', () => {
    const inner = { fused: [{ system: 'b', facts: LOST }] };
    const facts = {
      ...LOST,
      fused: [
        { system: 'a', facts: LOST },
        { system: 'rrf', facts: inner },
      ],
    };
    expect(failedIn(facts)).toEqual({
      failed: { 'documents without a vector': { count: 6, reason: 'too odd' } },
    });
  });

  it('that was undone again by a difference of facts is none', () => {
    expect(failedIn({ failed: { pairs: { count: 0, reason: 'x' } } })).toEqual({});
  });

  it('of a stage inside another says where it was', () => {
    expect(failedWithin(LOST, 'in searches')).toEqual({
      failed: { 'documents without a vector (in searches)': { count: 2, reason: 'too odd' } },
    });
    expect(failedWithin({}, 'in searches')).toEqual({});
  });

  it('ends the work of whoever cannot say that its output is incomplete', () => {
    expect(() => mustSucceed('bge', LOST)).toThrow(WorkError);
    expect(() => mustSucceed('bge', LOST)).toThrow(
      'bge: work failed; documents without a vector: 2 (too odd)',
    );
    expect(() => mustSucceed('bge', { embedded: 3 })).not.toThrow();
  });
});
