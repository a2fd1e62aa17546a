import { describe, expect, it } from 'vitest';
import { openTask } from './open-task.js';
import { suite } from './task-registry.js';

describe('the sample suite', () => {
  it.each(suite('sample').tasks)(
    '$name has the counts that the catalogue states',
    async ({ name, counts }) => {
      const { notes, ...found } = await (await openTask('sample', name)).statistics();
      expect(found).toEqual(counts);
      expect(notes).toEqual([]);
    },
  );

  it.each(suite('sample').tasks)('$name has 8 queries and 60 documents or more', ({ counts }) => {
    expect(counts.queries).toBeGreaterThanOrEqual(8);
    expect(counts.uniqueDocuments).toBeGreaterThanOrEqual(60);
  });
});
