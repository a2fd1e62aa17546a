import { WorkError } from './errors.js';
import type { JsonObject } from './json.js';

/**
 * Work that failed, as a stage reports it in its facts under `failed`: for each thing that is missing, such as "documents
 * without a vector", how many and the first reason. A result with any of it is incomplete. Counts add up when facts are merged.
 */
export interface FailedWork {
  readonly [missing: string]: {
    readonly count: number;
    readonly reason: string;
    /** The failures are cached like answers: they are tried again only when that is requested. */
    readonly cached?: true;
  };
}

/** A stage's facts about work that failed: none where nothing did. */
export const failedWork = (
  missing: string,
  count: number,
  reason: string,
  { cached = false }: { readonly cached?: boolean } = {},
): JsonObject =>
  count > 0 ? { failed: { [missing]: { count, reason, ...(cached && { cached: true }) } } } : {};

/** The failed work in several facts as one fact, that of fused systems included; the first reason for each thing stays. */
export const failedIn = (...facts: readonly JsonObject[]): JsonObject => {
  const sum = new Map<string, FailedWork[string]>();
  for (const { failed = {} } of facts.flatMap(withFused).flatMap((each) => [each, saidNothing(each)]))
    for (const [missing, part] of Object.entries(failed as unknown as FailedWork)) {
      const earlier = sum.get(missing);
      const count = part.count + (earlier?.count ?? 0);
      if (count > 0) sum.set(missing, { ...part, ...earlier, count });
    }
  return sum.size > 0 ? { failed: Object.fromEntries(sum) as unknown as JsonObject } : {};
};

/** What a stage says under `failed` where its vectors are useless. */
export const uselessVectors = (texts: string): string => `${texts} whose vectors tell nothing apart`;

/** A part that says nothing is no part, although nothing failed: its score would be another's, or that of the order of ids. */
const saidNothing = (facts: JsonObject): JsonObject => {
  const { reranking } = facts;
  const { ordered = 0, unchanged = 0, equal = 0 } = (reranking ?? {}) as Readonly<Record<string, number>>;
  const reasons = [
    ...(equal > 0 ? [`${equal} with one score for all documents`] : []),
    ...(unchanged > 0 ? [`${unchanged} without a usable answer`] : []),
  ];
  return {
    failed: {
      ...((unchanged + equal) * 2 > ordered &&
        ordered > 0 && {
          'queries of which the reranker says nothing': {
            count: unchanged + equal,
            reason: reasons.join(', '),
            // Scores that are all the same were read: asking again would pay for them again.
            ...(unchanged > 0 && { cached: true }),
          },
        }),
      ...useless(facts, 'documents', 'documentVectors'),
      ...useless(facts, 'queries', 'queryVectors'),
    },
  };
};

const useless = (facts: JsonObject, texts: string, fact: string): JsonObject => {
  const alike = facts[`${fact}Alike`] as readonly string[] | undefined;
  const example = alike ? `, for example those of ${alike.join(' and ')}` : '';
  return facts[fact] ? { [uselessVectors(texts)]: { count: 1, reason: `${facts[fact]}${example}` } } : {};
};

const withFused = (facts: JsonObject): readonly JsonObject[] => {
  const fused = (Array.isArray(facts.fused) ? facts.fused : []) as readonly { readonly facts: JsonObject }[];
  return [facts, ...fused.flatMap((each) => withFused(each.facts))];
};

/** Stops where work failed, for callers that cannot mark their output as incomplete. */
export const mustSucceed = (name: string, facts: JsonObject): void => {
  const { failed = {} } = failedIn(facts);
  for (const [missing, { count, reason }] of Object.entries(failed as unknown as FailedWork))
    throw new WorkError(
      `${name}: work failed; ${missing}: ${count} (${reason})`,
      'correct the cause and try again: what was done is cached',
    );
};

/** The failed work of a stage that works inside another, such as the searches of an agent. */
export const failedWithin = (facts: JsonObject, where: string): JsonObject => {
  const { failed } = failedIn(facts);
  if (!failed) return {};
  return {
    failed: Object.fromEntries(
      Object.entries(failed as JsonObject).map(([missing, part]) => [`${missing} (${where})`, part]),
    ),
  };
};
