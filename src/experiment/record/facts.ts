import { z } from 'zod';
import { isJsonObject } from '../../core/index.js';

type Json = z.core.util.JSONType;

/** Any JSON. Unlike z.json(), which copies objects and loses a key `__proto__` on the way: ids are keys of records. */
export const json = z.custom<Json>((value) => isJson(value), 'expected JSON');

const isJson = (value: unknown): boolean => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isJson);
  return isJsonObject(value) && Object.values(value).every((item) => item === undefined || isJson(item));
};

/**
 * An object whose keys are ids. Unlike z.record(), it keeps `__proto__`, which is an id like any other. `isOne` says of a value without more ado
 * that it is good as it is: records hold hundreds of numbers.
 */
export const keyedBy = <T>(value: z.ZodType<T>, isOne: (item: unknown) => boolean = () => false) =>
  z
    .custom<Readonly<Record<string, unknown>>>(isJsonObject, 'expected an object')
    .transform((given, context): Record<string, T> => {
      if (Object.values(given).every(isOne)) return given as Record<string, T>;
      const entries = Object.entries(given).map(([key, item]) => {
        const parsed = value.safeParse(item);
        if (parsed.success) return [key, parsed.data] as const;
        for (const { message, path } of parsed.error.issues)
          context.addIssue({ code: 'custom', message, path: [key, ...path] });
        return [key, undefined as T] as const;
      });
      return Object.fromEntries(entries);
    });

/** A stage of a user's own may say anything under a known name: what is of another type counts as not said. */
const said = <T>(schema: z.ZodType<T>) => schema.optional().catch(undefined);

const count = said(z.number());

/** What a stage that uses a model says it took. */
const Usage = z.object({
  /** Of models that only read. */
  tokens: count,
  tokensIn: count,
  tokensOut: count,
  usd: count,
  calls: count,
  /** Queries with a stored text, and the seconds that models took to write it. */
  written: count,
  seconds: count,
  /** Whether a seal says that stored texts are as they were written. */
  sealed: said(z.boolean()),
  /** Texts or answers that the limit of tokens ended. */
  truncated: count,
  /** Answers of a reranker that could not be parsed. */
  unparsed: count,
  /** Queries that a reranker left as they were, since nothing could be made of what it said. */
  unchanged: count,
  /** Queries of which a reranker had two documents or more, and those to all of whose documents it gave one score. */
  ordered: count,
  equal: count,
  /** In words, where the model does not know an order that is known. */
  wrongOrder: said(z.string()),
});

/** The facts of a stage that somebody reads; a record also has others, which are only shown. */
const Known = z.object({
  embedder: said(Usage),
  writing: said(Usage),
  reranking: said(Usage),
  searchSystem: said(Usage),
  /** Of the index in memory. */
  indexBytes: count,
  bytesPerVector: count,
  bytesPerDocument: count,
  distinctTexts: count,
  dimensions: count,
  /** Of the search alone, without embedding the queries. */
  searchSeconds: count,
  /** Why the vectors are useless, as a phrase, where they are. */
  documentVectors: said(z.string()),
  queryVectors: said(z.string()),
  /** Hits that match no term of their query. */
  unmatched: said(json),
  /** By query, the document that was put behind its candidates because they held none that is relevant. */
  storedCandidates: said(z.object({ safeguards: said(keyedBy(z.string())) })),
  withoutSafeguard: said(z.object({ queries: z.number(), scores: keyedBy(z.number()) })),
  withoutUnmatched: said(z.object({ scores: keyedBy(z.number()) })),
  /** Queries that each system of a gate answered. */
  answered: said(z.object({ first: z.number(), second: z.number() })),
  /** Facts of the systems that are fused. */
  fused: said(z.array(z.object({ facts: keyedBy(json) }))),
});

const KNOWN = Object.entries(Known.shape);

/** Seconds that another system of the same call spent on a stage which this one shares. */
const Reused = z.object({ open: count, search: count });

/** What stages say in a record's facts, as far as anybody reads it. */
export type Facts = z.infer<typeof Known> & { readonly reused: readonly z.infer<typeof Reused>[] };

type Given = Readonly<Record<string, unknown>>;

/** Facts as types: the one reader of what stages hand to records. */
export const factsOf = (given: Given): Facts => {
  // A few of all that can be said: the others are not looked at, since a table asks for those of thousands of records.
  const known = KNOWN.flatMap(([name, schema]) =>
    Object.hasOwn(given, name) ? [[name, schema.parse(given[name])]] : [],
  );
  return {
    ...(Object.fromEntries(known) as z.infer<typeof Known>),
    reused: Object.entries(given).flatMap(([name, value]) => {
      if (!name.startsWith('reused ')) return [];
      const { success, data } = Reused.safeParse(value);
      return success ? [data] : [];
    }),
  };
};

/** A sum that is unknown as soon as a part of it is. */
export const knownSum = (parts: readonly (number | undefined)[]): number | undefined =>
  parts.reduce<number | undefined>(
    (sum, part) => (sum === undefined || part === undefined ? undefined : sum + part),
    0,
  );

/** A system's own facts, and those of the systems it fuses. */
export const factParts = (given: Given): readonly Facts[] => {
  const own = factsOf(given);
  return [own, ...(own.fused ?? []).flatMap(({ facts }) => factParts(facts))];
};
