import { BuildItem, Passage, type PooledCandidate } from '../item.js';
import type { WorkFolder } from '../step.js';

/** About as long as a path of five steps. */
const REASONING = Array.from({ length: 5 }, (_, i) => `${i + 1}. ${'step '.repeat(20)}`).join('\n');

/** Candidates of an item where the plan does not say how many. */
const USUAL_CANDIDATES = 50;

type Assumption = (work: WorkFolder, settings: ReadonlyMap<string, object>) => Promise<readonly unknown[]>;

/** Files of steps that models do, as they would be if nothing were held back: what later steps cost at most. */
const ASSUMED: Readonly<Record<string, Assumption>> = {
  classified: async (work) =>
    (await work.read('items', BuildItem))
      .filter(({ family }) => family !== 'case')
      .map((item) => ({ stage: 'diagnosis', kind: 'disease', bodySystem: 'Other / NA', ...item })),
  filtered: (work) => work.read('classified', BuildItem),
  reformulated: async (work) =>
    (await work.read('filtered', BuildItem)).map((item) => ({ query: item.text, ...item })),
  reasoned: async (work) =>
    (await work.read('reformulated', BuildItem)).map((item) => ({ reasoning: REASONING, ...item })),
  candidates: async (work, settings) => {
    const { cap = USUAL_CANDIDATES } = (settings.get('pool') ?? {}) as { readonly cap?: number };
    const passages = (await work.read('passages', Passage)).slice(0, cap);
    return (await work.read('reasoned', BuildItem)).flatMap(({ id }) =>
      passages.map(
        (passage): PooledCandidate => ({
          item: id,
          passage: passage.id,
          found: [{ view: 'query', retriever: 'bm25', rank: 1 }],
        }),
      ),
    );
  },
};

/**
 * A work folder in which nothing is written: files that are not there, or that the plan writes again, are assumed or taken
 * from `made`.
 */
export const assumedFolder = (
  work: WorkFolder,
  settings: ReadonlyMap<string, object>,
  willChange: ReadonlySet<string>,
): WorkFolder & { readonly made: Map<string, readonly unknown[]> } => {
  const made = new Map<string, readonly unknown[]>();
  const isThere = async (name: string): Promise<boolean> =>
    !willChange.has(name) && (await work.exists(name));
  const assumed: WorkFolder = {
    ...work,
    read: async <Row>(name: string, schema: { parse(value: unknown): Row }) => {
      const own = made.get(name);
      if (own === undefined && (await isThere(name))) return work.read(name, schema);
      return (own ?? (await ASSUMED[name]?.(assumed, settings)) ?? []) as readonly Row[];
    },
    exists: async (name) => made.has(name) || Object.hasOwn(ASSUMED, name) || isThere(name),
    write: async (name, rows) => void made.set(name, rows),
  };
  return { ...assumed, made };
};
