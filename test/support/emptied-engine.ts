import type { Engine } from '../../src/search/engines/index.js';

/** Works with an engine, and leaves nothing on it. */
export const emptiedEngine =
  (open: () => Promise<Engine>) =>
  async <T>(work: (engine: Engine) => Promise<T>): Promise<T> => {
    const engine = await open();
    try {
      return await work(engine);
    } finally {
      for (const { name } of await engine.collections()) await engine.drop(name);
      await engine.close();
    }
  };
