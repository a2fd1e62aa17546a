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
  if (answer.error !== undefined) throw failedSearch(answer, shards);
  const { _shards: counts, timed_out: timedOut, hits } = answer;
  if (!isJsonObject(counts) || !isJsonObject(hits))
    throw new TryAgain('an answer to a search without its shards or hits');
  const { total, successful, failed } = counts;
  if (timedOut !== false) throw new TryAgain('a search ran out of time and answered in part');
  if (failed !== 0 || successful !== shards || total !== shards)
    throw inPart(Number(successful), shards, failuresIn(counts.failures));
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

/** A cluster that did not search all shards says so in an answer of the others, or in an error: one message for both. */
const inPart = (answered: number | undefined, shards: number, causes: readonly string[]): TryAgain =>
  new TryAgain(
    `${answered ?? 'not all'} of ${shards} shards answered a search${causes.map((each) => `; ${each}`).join('')}`,
    { ofNode: true },
  );

const failedSearch = (answer: JsonObject, shards: number): Error => {
  const { status, error } = answer;
  if (typeof status === 'number' && status < 500 && status !== 429)
    return new Refused(`a search was refused: ${reasonOf(answer)}`);
  if (!isJsonObject(error) || error.type !== 'search_phase_execution_exception')
    return new TryAgain(`a search failed: ${reasonOf(answer)}`, { ofNode: true });
  const causes = causesOf(error);
  const missing = MISSING.exec(causes.join())?.[1]?.split(',').length;
  const answered = error.reason === 'all shards failed' ? 0 : missing && shards - missing;
  return inPart(answered, shards, causes);
};

/** How a cluster names the shards that no node has. */
const MISSING = /missing shards \[(.*?)\]\./;

/** What an answer says of its failure, with the causes. */
export const reasonOf = (json: JsonObject | undefined): string => {
  const error = json?.error;
  if (!isJsonObject(error)) return typeof error === 'string' ? error : 'no reason given';
  const own = said(error);
  return [own, ...causesOf(error).filter((cause) => cause !== own)].join('; ');
};

/** The causes of an error, each once: of every shard that failed, or what else is named. */
const causesOf = ({ failed_shards, root_cause, caused_by }: JsonObject): readonly string[] => {
  const ofShards = failuresIn(failed_shards);
  if (ofShards.length > 0) return ofShards;
  const roots = (Array.isArray(root_cause) ? root_cause : []).filter(isJsonObject);
  const others = roots.length > 0 ? roots : [caused_by].filter(isJsonObject);
  return [...new Set(others.map(said))];
};

const failuresIn = (failures: unknown): readonly string[] =>
  (Array.isArray(failures) ? failures : [])
    .filter(isJsonObject)
    .map(
      ({ shard, node, reason }) =>
        `shard ${shard} on node ${node ?? 'unknown'}: ${isJsonObject(reason) ? said(reason) : reason}`,
    );

const said = ({ type, reason, caused_by }: JsonObject): string => {
  // How to be content with a part of the answer is no help here.
  const why = `${type}: ${String(reason ?? '').replace(/ Consider using `allow_partial.*/, '')}`;
  return isJsonObject(caused_by) ? `${why}, since ${said(caused_by)}` : why;
};
