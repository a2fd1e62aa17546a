import {
  type ChosenSystem,
  InputError,
  type Json,
  type Query,
  type Ranking,
  type Retriever,
  type SettingValues,
  setting,
  settledSettings,
} from '../../core/index.js';
import { FEATURES } from './features.js';

const SHARE = {
  expected: 'a number from 0 to 1',
  holds: (value: number) => value >= 0 && value <= 1,
  range: [0, 1],
} as const;

export const GATE = {
  length: setting.number('words of a query from which the second system answers', undefined, {
    expected: 'a number from 0',
    holds: (value) => value >= 0,
    range: [0, 300],
  }),
  overlap: setting.number(
    'share of the words of a query in the first ten hits of the first system, from which the second answers',
    undefined,
    SHARE,
  ),
  agreement: setting.number(
    'share of the first ten hits that both systems have, from which the second answers',
    undefined,
    SHARE,
  ),
} as const;

/** Thresholds of a gate; a feature without one is not measured. */
export interface GateOptions extends SettingValues<typeof GATE> {}

type Pair<T> = readonly [T, T];

/** A query with the system that answers it, and why. */
interface Choice {
  readonly part: 0 | 1;
  readonly features: ChosenSystem['features'];
}

/**
 * A retriever of two that asks the second one for queries with a feature that reaches its threshold, and the first one for all others:
 * without thresholds for all. A system is run for the queries that need it, and no further feature is measured once one has decided.
 */
export const gate = (retrievers: readonly Retriever[], options: GateOptions = {}): Retriever => {
  mustBeTwo(retrievers.map(({ name }) => name));
  const thresholds = settledSettings('gate', GATE, options);
  const given = FEATURES.flatMap((feature) => {
    const threshold = thresholds[feature.name];
    return threshold === undefined ? [] : [{ ...feature, threshold }];
  });
  const said = given.map(({ name, threshold }) => `${name}=${threshold}`);
  return {
    name: `gate(${[...retrievers.map(({ name }) => name), ...said].join(', ')})`,
    spec: {
      retriever: 'gate',
      thresholds: Object.fromEntries(given.map(({ name, threshold }) => [name, threshold])),
      sources: retrievers.map(({ spec }): Json => spec),
    },
    atOnce: Math.max(...retrievers.map(({ atOnce = 1 }) => atOnce)),
    open: async (corpus, tools) => {
      const opened = [];
      for (const retriever of retrievers) opened.push(await retriever.open(corpus, tools));
      const runners = opened as unknown as Pair<(typeof opened)[number]>;
      const answered = { first: 0, second: 0 };

      const answer = async (queries: readonly Query[]) => {
        const found: Pair<Map<Query, Ranking>> = [new Map(), new Map()];
        const search = async (part: 0 | 1, some: readonly Query[]): Promise<void> => {
          const missing = some.filter((query) => !found[part].has(query));
          if (missing.length === 0) return;
          const ranked = await runners[part].run(missing);
          missing.forEach((query, i) => {
            found[part].set(query, ranked[i]!.hits);
          });
        };
        const choices = new Map<Query, Choice>(queries.map((query) => [query, { part: 0, features: [] }]));
        for (const { name, reads, threshold, measure } of given) {
          const open = [...choices].flatMap(([query, { part }]) => (part === 0 ? [query] : []));
          for (const part of reads) await search(part, open);
          const values = await measure(
            open.map((query) => ({ query, lists: [found[0].get(query) ?? [], found[1].get(query) ?? []] })),
            corpus,
          );
          open.forEach((query, i) => {
            const value = values[i]!;
            const features = [...choices.get(query)!.features, { name, value, threshold }];
            choices.set(query, { part: value < threshold ? 0 : 1, features });
          });
        }
        for (const part of [0, 1] as const)
          await search(
            part,
            queries.filter((query) => choices.get(query)!.part === part),
          );
        return queries.map((query) => {
          const choice = choices.get(query)!;
          return { query, choice, hits: found[choice.part].get(query)! };
        });
      };

      return {
        run: async (queries) =>
          (await answer(queries)).map(({ query, choice, hits }) => {
            answered[choice.part === 0 ? 'first' : 'second'] += 1;
            return { query, hits };
          }),
        explainHits: async (query, documents, how) => {
          const { choice } = (await answer([query]))[0]!;
          const explained = await runners[choice.part].explainHits?.(query, documents, how);
          const chosen = { by: 'gate', system: retrievers[choice.part]!.name, features: choice.features };
          return { scores: new Map(), ...explained, chosen: [chosen, ...(explained?.chosen ?? [])] };
        },
        // As a fusion says it, so that what the systems cost and what failed in them is counted.
        get facts() {
          return {
            answered: { ...answered },
            fused: runners.map(({ facts }, i) => ({ system: retrievers[i]!.name, facts })),
          };
        },
      };
    },
    close: async () => {
      for (const retriever of retrievers) await retriever.close?.();
    },
  };
};

/** Refuses another number of systems than two. */
export const mustBeTwo = (systems: readonly string[]): void => {
  if (systems.length !== 2)
    throw new InputError({
      found: `gate of ${systems.length > 0 ? systems.join(', ') : 'no systems'}`,
      expected: 'two systems',
      fix: 'write it like gate(bm25, bge, length=40)',
    });
};
