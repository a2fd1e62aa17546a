// biome-ignore lint/suspicious/noExplicitAny: bodies of a protocol, read as they come
type Any = any;

/** What may be wrong with the answers to several searches: `bodies` are what was asked for, `earlier` an answer of long ago. */
export type Spoiling = (responses: readonly Any[], bodies: readonly Any[], earlier: readonly Any[]) => Any[];

const ofHits =
  (change: (hits: Any[], body: Any) => Any[], total?: (count: number) => number): Spoiling =>
  (responses, bodies) =>
    responses.map((response, i) => {
      const { hits: found } = response;
      if (!found?.hits?.length) return response;
      const hits = change(found.hits, bodies[i]);
      return {
        ...response,
        hits: { total: total ? { value: total(hits.length), relation: 'eq' } : found.total, hits },
      };
    });

const keysOf = ({ sort = [] }: Any): [key: string, order: string][] =>
  sort.flatMap((each: object) => Object.entries(each));

/** Other scores, with the hits in the order that they then have. */
const scored = (score: (value: number, place: number) => unknown): Spoiling =>
  ofHits((hits, body) => {
    const keys = keysOf(body);
    const at = keys.findIndex(([key]) => key === '_score');
    if (at < 0) return hits;
    return hits
      .map((hit, place) => ({ ...hit, sort: hit.sort.with(at, score(hit.sort[at], place)) }))
      .sort((a, b) => {
        for (const [i, [, order]] of keys.entries())
          if (a.sort[i] !== b.sort[i]) return (a.sort[i] < b.sort[i] ? -1 : 1) * (order === 'desc' ? -1 : 1);
        return 0;
      });
  });

/** A cluster, or what stands before it, that says nothing, or something else. */
export const SPOILT: Readonly<Record<string, Spoiling>> = {
  'the same score for everything': scored(() => 1),
  'a very low score for everything': scored(() => 1e-6),
  'scores upside down': scored((value) => 1 / value),
  'other scores': scored((value, place) => value * (1 + ((place * 7919) % 13))),
  'scores that are no numbers': scored(() => 'NaN'),
  'no scores': scored(() => null),
  'the best last': ofHits((hits) => [...hits].reverse()),
  'no hits': ofHits(
    () => [],
    () => 0,
  ),
  'half of the hits': ofHits((hits) => hits.slice(0, hits.length >> 1)),
  'half of the hits, and of their number': ofHits(
    (hits) => hits.slice(0, hits.length >> 1),
    (count) => count,
  ),
  'every hit twice': ofHits((hits) => hits.flatMap((hit) => [hit, hit]).slice(0, hits.length)),
  'hits without their fields': ofHits((hits) => hits.map(({ _source, fields, ...hit }) => hit)),
  'the answer to the next search': (responses) => [...responses.slice(1), ...responses.slice(0, 1)],
  'an answer of long ago': (responses, _, earlier) => responses.map((_, i) => earlier[i % earlier.length]),
};

/** The bodies of several searches. */
export const searchesIn = (body: string): readonly Any[] =>
  body
    .trimEnd()
    .split('\n')
    .filter((_, i) => i % 2 === 1)
    .map((line) => JSON.parse(line));
