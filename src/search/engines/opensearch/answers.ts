import { isJsonObject, type JsonObject, WorkError } from '../../../core/index.js';

/** An answer, or none, after which another try may succeed. */
export class TryAgain extends Error {
  override readonly name = 'TryAgain';
  /** The node failed; another may do better. */
  readonly ofNode: boolean;
  /** There was no answer at all. */
  readonly unreached: boolean;
  /** How long the cluster asks to wait. */
  readonly waitMs: number | undefined;
  constructor(
    message: string,
    {
      ofNode = false,
      unreached = false,
      waitMs,
    }: { ofNode?: boolean; unreached?: boolean; waitMs?: number | undefined } = {},
  ) {
    super(message);
    this.ofNode = ofNode;
    this.unreached = unreached;
    this.waitMs = waitMs;
  }
}

/** An answer that stays the same however often it is asked for. */
export class Refused extends WorkError {}

/** An answer to a search, of which every part was checked to be there. */
export interface WholeAnswer {
  readonly total: number | undefined;
  readonly hits: readonly AnswerHit[];
  readonly aggregations: JsonObject;
}

export interface AnswerHit {
  readonly sort: readonly (string | number)[];
  readonly source: JsonObject;
  readonly fields: JsonObject;
}

/**
 * The hits of a search that every shard answered. HTTP 200 says nothing of that: a cluster that lost a shard, or ran out of time,
 * answers with what it has.
 */
export const wholeAnswer = (answer: unknown, shards: number): WholeAnswer => {
  if (!isJsonObject(answer)) throw new TryAgain('an answer to a search without its fields');
  if (answer.error !== undefined) throw failedSearch(answer);
  const { _shards: counts, timed_out: timedOut, hits } = answer;
  if (!isJsonObject(counts) || !isJsonObject(hits))
    throw new TryAgain('an answer to a search without its shards or hits');
  const { total, successful, failed } = counts;
  if (timedOut !== false) throw new TryAgain('a search ran out of time and answered in part');
  if (failed !== 0 || successful !== shards || total !== shards)
    throw new TryAgain(`${successful} of ${shards} shards answered a search`, { ofNode: true });
  const found = hits.hits ?? [];
  if (!Array.isArray(found)) throw new TryAgain('an answer to a search without its hits');
  return {
    total: totalOf(hits.total),
    hits: found.map(hitOf),
    aggregations: isJsonObject(answer.aggregations) ? answer.aggregations : {},
  };
};

/** A field of a hit that every document has, as text. */
export const fieldOf = ({ fields }: AnswerHit, name: string): string => {
  const value = fields[name];
  return String(Array.isArray(value) ? value[0] : undefined);
};

const totalOf = (total: unknown): number | undefined => {
  if (total === undefined || total === null) return undefined;
  if (!isJsonObject(total) || typeof total.value !== 'number' || total.relation !== 'eq')
    throw new TryAgain('an answer to a search whose total is not exact');
  return total.value;
};

const hitOf = (hit: unknown): AnswerHit => {
  if (!isJsonObject(hit) || !Array.isArray(hit.sort)) throw new TryAgain('a hit without its values');
  return {
    sort: hit.sort as (string | number)[],
    source: isJsonObject(hit._source) ? hit._source : {},
    fields: isJsonObject(hit.fields) ? hit.fields : {},
  };
};

const failedSearch = (answer: JsonObject): Error => {
  const { status, error } = answer;
  const said = isJsonObject(error)
    ? `${error.type}: ${error.reason || 'not all shards answered'}`
    : String(error);
  return typeof status === 'number' && status < 500 && status !== 429
    ? new Refused(`a search was refused: ${said}`)
    : new TryAgain(`a search failed: ${said}`, { ofNode: true });
};
