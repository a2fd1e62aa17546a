import { describe, expect, it } from 'vitest';
import type { Task } from '../../src/core/index.js';
import { search } from '../../src/experiment/running/index.js';
import { type Engine, engineBm25, type LoadOptions } from '../../src/search/engines/index.js';
import { retrievers } from '../../src/search/retrieval/index.js';
import { suite, task } from '../../src/tasks/index.js';

/** Compares every row and every score of the sample suite on an engine with those of the embedded search. */
export const describeSampleSuite = (
  name: string,
  open: () => Promise<Engine>,
  layouts: readonly LoadOptions[],
): void => {
  describe(`the sample suite on ${name}`, () => {
    it.each(layouts)('has every row and every score of the embedded search: %j', async (layout) => {
      const engine = await open();
      try {
        for (const { name } of suite('sample').tasks) {
          const opened: Task = await task('sample', name);
          for (const preset of ['bm25', 'bm25-lucene'] as const) {
            const there = await search(engineBm25(preset, { topK: 1000 }, engine, layout), opened);
            expect(there, `${preset} on ${name}`).toEqual(
              await search(retrievers[preset]({ topK: 1000 }), opened),
            );
          }
        }
      } finally {
        for (const { name } of await engine.collections()) await engine.drop(name);
        await engine.close();
      }
    });
  });
};
