import { afterEach } from 'vitest';
import type { DenseEmbedder, Role } from '../../src/core/index.js';
import { type EmbeddingApiSettings, openEmbeddingApi } from '../../src/models/embedders/api/index.js';
import type { Clock } from '../../src/platform/api-client/index.js';
import { collectPlaces, type Collected as Places } from './collected.js';
import { type EmbeddingServer, hashVector, startEmbeddingServer } from './embedding-server.js';
import { type TestTools, testTools } from './tools.js';

export interface TestClock extends Clock {
  /** Every wait so far, in milliseconds; none of them took any time. */
  readonly slept: readonly number[];
  /** Lets the time of every request under way run out. */
  ring(): void;
  /** Passes time. */
  pass(ms: number): void;
}

/** A clock that moves when someone sleeps, and dice that always show the middle. */
export const testClock = (tries = 6): TestClock => {
  const slept: number[] = [];
  const alarms = new Set<() => void>();
  let now = 1_700_000_000_000;
  return {
    tries,
    sleep: async (ms, signal) => {
      signal.throwIfAborted();
      slept.push(ms);
      now += ms;
    },
    random: () => 0.5,
    date: () => now,
    alarm: (_, ring) => {
      alarms.add(ring);
      return () => alarms.delete(ring);
    },
    slept,
    ring: () => {
      for (const ring of [...alarms]) ring();
    },
    pass: (ms) => {
      now += ms;
    },
  };
};

export interface Collected extends Omit<Places<readonly number[]>, 'values'> {
  /** By place; undefined for what failed. */
  readonly vectors: Places<readonly number[]>['values'];
}

/** Embeds, and makes sure that no place comes twice and, unless the work ended early, that every place comes. */
export const collect = async (
  embedder: DenseEmbedder,
  texts: readonly string[],
  role: Role = 'document',
  tools: TestTools = testTools(),
): Promise<Collected> => {
  const { values, ...rest } = await collectPlaces(
    embedder.embed(texts, role, tools),
    texts.length,
    ({ embedded, failed }) => ({
      done: embedded.map(({ place, vector }) => ({ place, value: [...vector] })),
      failed,
    }),
  );
  return { vectors: values, ...rest };
};

/** Servers and embedders that are closed when the test is over. */
export const servedTests = () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  return {
    server: async (): Promise<EmbeddingServer> => {
      const server = await startEmbeddingServer();
      closing.push(server.close);
      return server;
    },
    /** An embedder of these servers, with a clock of its own and an empty environment. */
    open: async (
      servers: EmbeddingServer | readonly EmbeddingServer[],
      settings: Partial<EmbeddingApiSettings> = {},
    ): Promise<{ readonly embedder: DenseEmbedder; readonly clock: TestClock }> => {
      const clock = (settings.clock as TestClock | undefined) ?? testClock();
      const embedder = await openEmbeddingApi({
        dialect: 'openai',
        model: 'tiny',
        endpoints: [servers].flat().map(({ origin }) => `${origin}/v1`),
        env: {},
        ...settings,
        clock,
      });
      closing.push(() => embedder.close());
      return { embedder, clock };
    },
  };
};

/** Texts of many lengths, all different. */
export const someTexts = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) =>
    `case ${i}: ${'fever and joint pain '.repeat((i * 7) % 11)}`.trim(),
  );

export const expectedVectors = (texts: readonly string[]): readonly (readonly number[])[] =>
  texts.map((text) => hashVector(text));
