import type { JsonObject } from '../../../core/index.js';
import type { StoredRow } from '../read-back.js';
import {
  type AnswerHit,
  fieldOf,
  Refused,
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

export const searchesOf = (client: Client, index: string, shards: number, tools: Talking): Searches => {
  const together = async (bodies: readonly JsonObject[], scored: boolean): Promise<readonly WholeAnswer[]> =>
    client.ask(
      {
        method: 'POST',
        path: `/${index}/_msearch?filter_path=took,error,status,responses`,
        body: bodies.flatMap((body) => [scored ? { ...WHOLE, ...BY_ALL_SHARDS } : WHOLE, body]),
      },
      ({ status, json }) => {
        if (status !== 200) throw new Refused(`a search was refused: HTTP ${status}, ${reasonOf(json)}`);
        const { responses } = json;
        if (!Array.isArray(responses) || responses.length !== bodies.length)
          throw new TryAgain('an answer to another number of searches');
        return responses.map((each) => wholeAnswer(each, shards));
      },
      tools,
    );
  const all: Searches['all'] = async (bodies, { together: most = TOGETHER, scored = true } = {}) => {
    const answers: WholeAnswer[] = [];
    for (let at = 0; at < bodies.length; at += most)
      answers.push(...(await together(bodies.slice(at, at + most), scored)));
    return answers;
  };
  async function* pages(body: JsonObject, wanted: number): AsyncGenerator<readonly AnswerHit[]> {
    let after: readonly (string | number)[] | undefined;
    for (let left = wanted; left > 0; ) {
      const size = Math.min(left, PAGE);
      const [answer] = await all([{ ...body, size, ...(after && { search_after: after }) }]);
      yield answer!.hits;
      if (answer!.hits.length < size) return;
      after = answer!.hits.at(-1)!.sort;
      left -= size;
    }
  }
  return {
    all,
    pages,
    hits: async (bodies, wanted, how) => {
      if (wanted <= PAGE) {
        const answers = await all(
          bodies.map((body) => ({ ...body, size: wanted })),
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

/** What is found is in the sort values; documents themselves and totals stay where they are. */
export const BARE = { _source: false, track_total_hits: false } as const;

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
