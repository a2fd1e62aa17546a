import { isJsonObject, type Json, type JsonObject, WorkError } from '../../../core/index.js';
import type { StoredRow } from '../read-back.js';
import { Refused } from '../refused.js';
import { sumOf } from '../row-hash.js';
import {
  type AnswerHit,
  type Asked,
  fieldOf,
  reasonOf,
  TryAgain,
  type WholeAnswer,
  wholeAnswer,
} from './answers.js';
import type { Client, Talking } from './client.js';

/** Searches one index, and gives whole answers only. */
export interface Searches {
  /** Several searches in one request, or a few. */
  all(bodies: readonly JsonObject[], how?: How): Promise<readonly WholeAnswer[]>;
  /** The first hits of several searches, each sorted by values that no two documents share: as many as are wanted. */
  hits(bodies: readonly JsonObject[], wanted: number, how?: How): Promise<readonly (readonly AnswerHit[])[]>;
  /** The hits of one such search in pages, so that not all of them are in memory. */
  pages(body: JsonObject, wanted: number): AsyncGenerator<readonly AnswerHit[]>;
}

interface How {
  readonly together?: number;
  /** Scores by the figures of all shards (the default), for which each of them is asked first. */
  readonly scored?: boolean;
}

/** What OpenSearch gives at most in one answer (`index.max_result_window`). */
const PAGE = 10_000;
/** Searches in one request: enough that the way there costs little, few enough that a repeated request does. */
const TOGETHER = 64;

const WHOLE = { allow_partial_search_results: false };
const BY_ALL_SHARDS = { search_type: 'dfs_query_then_fetch' };

/** A search whose hits, or whose figures, carry its name: an answer to another one is told apart. */
const named = ({ query = { match_all: {} }, aggs, ...rest }: JsonObject): Asked => {
  const name = sumOf(JSON.stringify([query, aggs, rest])).slice(0, 12);
  const body = isJsonObject(aggs)
    ? { ...rest, query, aggs: mapped(aggs, (each) => ({ ...(each as JsonObject), meta: { asked: name } })) }
    : // Every document has a row, so that the clause with the name changes nothing. Version 3 stops early with one of `match_all`.
      { ...rest, query: { bool: { must: [query], filter: [{ exists: { field: 'row', _name: name } }] } } };
  return { name, body };
};

const mapped = (object: JsonObject, of: (value: Json) => Json): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, of(value!)]));

export const searchesOf = (client: Client, index: string, shards: number, tools: Talking): Searches => {
  const together = async (
    bodies: readonly JsonObject[],
    scored: boolean,
  ): Promise<readonly WholeAnswer[]> => {
    const asked = bodies.map(named);
    return client.ask(
      {
        method: 'POST',
        long: true,
        path: `/${index}/_msearch?filter_path=took,error,status,responses`,
        body: asked.flatMap(({ body }) => [scored ? { ...WHOLE, ...BY_ALL_SHARDS } : WHOLE, body]),
      },
      ({ status, json }) => {
        if (status !== 200) throw new Refused(`a search was refused: HTTP ${status}, ${reasonOf(json)}`);
        const { responses } = json;
        if (!Array.isArray(responses) || responses.length !== bodies.length)
          throw new TryAgain('an answer to another number of searches');
        return responses.map((each, i) => wholeAnswer(each, shards, asked[i]!));
      },
      tools,
    );
  };
  const all: Searches['all'] = async (bodies, { together: most = TOGETHER, scored = true } = {}) => {
    const answers: WholeAnswer[] = [];
    for (let at = 0; at < bodies.length; at += most)
      answers.push(...(await together(bodies.slice(at, at + most), scored)));
    return answers;
  };
  async function* pages(body: JsonObject, wanted: number): AsyncGenerator<readonly AnswerHit[]> {
    let after: readonly (string | number)[] | undefined;
    let seen = 0;
    for (let left = wanted; left > 0; ) {
      const size = Math.min(left, PAGE);
      const counted = Number.isFinite(wanted) ? wanted : true;
      const page = { ...body, size, track_total_hits: counted, ...(after && { search_after: after }) };
      const [{ hits, total }] = (await all([page])) as [WholeAnswer];
      yield hits;
      seen += hits.length;
      if (hits.length < size && seen !== total)
        throw new WorkError(`the cluster gave ${seen} of ${total} hits`, 'run the same command again');
      if (hits.length < size) return;
      after = hits.at(-1)!.sort;
      left -= size;
    }
  }
  return {
    all,
    pages,
    hits: async (bodies, wanted, how) => {
      if (wanted <= PAGE) {
        const answers = await all(
          bodies.map((body) => ({ ...body, size: wanted, track_total_hits: Math.max(1, wanted) })),
          how,
        );
        return answers.map(({ hits }) => hits);
      }
      const found: AnswerHit[][] = [];
      for (const body of bodies) {
        const hits: AnswerHit[] = [];
        for await (const page of pages(body, wanted)) hits.push(...page);
        found.push(hits);
      }
      return found;
    },
  };
};

/** What is found is in the sort values; documents themselves stay where they are. */
export const BARE = { _source: false } as const;

/** All rows of an index in pages by id, with these hashes. */
export async function* storedRows(
  searches: Searches,
  hashes: readonly string[],
): AsyncGenerator<readonly StoredRow[]> {
  const query = {
    query: { match_all: {} },
    sort: [{ id: 'asc' }, { row: 'asc' }],
    docvalue_fields: hashes,
    ...BARE,
  };
  for await (const hits of searches.pages(query, Number.POSITIVE_INFINITY))
    yield hits.map((hit) => ({
      row: Number(hit.sort[1]),
      id: String(hit.sort[0]),
      hashes: hashes.map((name) => fieldOf(hit, name)),
    }));
}
