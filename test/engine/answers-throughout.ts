import { expect } from 'vitest';
import type { Query, Ranked, Runner } from '../../src/core/index.js';
import type { nodesOf } from './nodes.js';

/** Kills the node that decides for the cluster while queries are answered: their rankings are these, then, without it and when it is back. */
export const answersThroughout = async (
  nodes: ReturnType<typeof nodesOf>,
  runner: Runner<Query, Ranked>,
  queries: readonly Query[],
  expected: readonly Ranked[],
): Promise<void> => {
  const victim = await nodes.manager();
  const answering = runner.run(queries);
  try {
    await nodes.kill(victim);
    expect(await answering).toEqual(expected);
    expect(await runner.run(queries)).toEqual(expected);
  } finally {
    await nodes.start(victim);
  }
  expect(await runner.run(queries)).toEqual(expected);
};
