import { byCodePoint, isJsonObject, type JsonObject, WorkError } from '../../../core/index.js';
import { RELOAD } from '../read-back.js';
import { Refused } from '../refused.js';

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

/** A search: its body, and the name by which its answer is known. */
export interface Asked {
  readonly body: JsonObject;
  readonly name: string;
}

/** An answer to a search, of which every part was checked to be there. */
export interface WholeAnswer {
  /** How many documents match: exactly, or at least so many as are counted. */
  readonly total: number;
  readonly isExact: boolean;
  readonly hits: readonly AnswerHit[];
  readonly aggregations: JsonObject;
}

export interface AnswerHit {
  readonly sort: readonly (string | number)[];
  readonly source: JsonObject;
  readonly fields: JsonObject;
}

/**
 * The hits of a search that every shard answered, if they can be: of this search, each once, in its order, as many as match. HTTP 200 says
 * nothing of that: a cluster that lost a shard, or ran out of time, answers with what it has; what stands between may answer anything.
 */
export const wholeAnswer = (answer: unknown, shards: number, { body, name }: Asked): WholeAnswer => {
  if (!isJsonObject(answer)) throw new TryAgain('an answer to a search without its fields');
  if (answer.error !== undefined) throw failedSearch(answer, shards);
  const { _shards: counts, timed_out: timedOut, hits } = answer;
  if (!isJsonObject(counts) || !isJsonObject(hits))
    throw new TryAgain('an answer to a search without its shards or hits');
  const { total, successful, failed } = counts;
  if (timedOut !== false) throw new TryAgain('a search ran out of time and answered in part');
  if (failed !== 0 || successful !== shards || total !== shards)
    throw inPart(Number(successful), shards, failuresIn(counts.failures));
  const aggregations = isJsonObject(answer.aggregations) ? answer.aggregations : {};
  if (isJsonObject(body.aggs) && !Object.keys(body.aggs).every((each) => isNamed(aggregations[each], name)))
    throw new TryAgain('an answer to another search');
  const found = hits.hits ?? [];
  if (!Array.isArray(found)) throw new TryAgain('an answer to a search without its hits');
  const whole = { ...totalOf(hits.total), hits: found.map((hit) => hitOf(hit, name)), aggregations };
  mustBeInOrder(whole.hits, body);
  const size = Number(body.size);
  const promised = whole.isExact && body.search_after === undefined ? Math.min(size, whole.total) : size;
  if (whole.hits.length > size || (whole.hits.length < promised && body.search_after === undefined))
    throw new TryAgain(`${whole.hits.length} hits of a search that has ${promised}`);
  return whole;
};

const isNamed = (aggregation: unknown, name: string): boolean =>
  isJsonObject(aggregation) && isJsonObject(aggregation.meta) && aggregation.meta.asked === name;

/** Hits come in the order of the values that they are sorted by, which no two of them share; and after those of the page before. */
const mustBeInOrder = (hits: readonly AnswerHit[], { sort, search_after }: JsonObject): void => {
  const keys = ((sort ?? []) as readonly JsonObject[]).flatMap((each) => Object.entries(each));
  const rowAt = keys.findIndex(([key]) => key === 'row');
  let last = search_after as AnswerHit['sort'] | undefined;
  for (const { sort: values } of hits) {
    if (!keys.every(([key], i) => isValueOf(key, values[i])))
      throw new TryAgain(`a hit with the values ${JSON.stringify(values)}`);
    if (last && compared(last, values, keys) >= 0)
      throw new TryAgain(
        `hits that are not in order: ${JSON.stringify(values)} after ${JSON.stringify(last)}`,
      );
    last = values;
  }
  if (new Set(hits.map(({ sort: values }) => values[rowAt])).size < hits.length)
    throw new TryAgain('a hit that comes twice');
};

const isValueOf = (key: string, value: unknown): boolean =>
  key === 'id'
    ? typeof value === 'string'
    : Number.isFinite(value) && (key === '_score' || (Number.isInteger(value) && Number(value) >= 0));

const compared = (
  a: AnswerHit['sort'],
  b: AnswerHit['sort'],
  keys: readonly (readonly [string, unknown])[],
): number => {
  for (const [i, [key, order]] of keys.entries()) {
    const less = key === 'id' ? byCodePoint(String(a[i]), String(b[i])) : Number(a[i]) - Number(b[i]);
    if (less !== 0) return order === 'asc' ? less : -less;
  }
  return 0;
};

/** A field of a hit that every document has, as text. */
export const fieldOf = ({ fields }: AnswerHit, name: string): string => {
  const [value] = Array.isArray(fields[name]) ? fields[name] : [];
  if (value === undefined)
    throw new WorkError(`the cluster gave a document without its field ${name}`, RELOAD);
  return String(value);
};

/** The hits of a search that so many documents match at least. */
export const asManyAs = (least: number, hits: readonly AnswerHit[], depth: number): readonly AnswerHit[] => {
  if (hits.length >= Math.min(least, depth)) return hits;
  throw new WorkError(`the cluster found ${hits.length} documents where there are ${least}`, RELOAD);
};

const totalOf = (total: unknown): { readonly total: number; readonly isExact: boolean } => {
  if (!isJsonObject(total) || typeof total.value !== 'number')
    throw new TryAgain('an answer to a search without its total');
  return { total: total.value, isExact: total.relation === 'eq' };
};

const hitOf = (hit: unknown, name: string): AnswerHit => {
  if (!isJsonObject(hit) || !Array.isArray(hit.sort)) throw new TryAgain('a hit without its values');
  if (!Array.isArray(hit.matched_queries) || !hit.matched_queries.includes(name))
    throw new TryAgain('a hit of another search');
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
  const missing = missingShards(causes.join());
  const answered = error.reason === 'all shards failed' ? 0 : missing && shards - missing;
  return inPart(answered, shards, causes);
};

/** How many shards no node has, where the cluster names them: `missing shards [[index][0], [index][2]].` */
const missingShards = (text: string): number | undefined =>
  /missing shards \[([^.]*)/.exec(text)?.[1]?.split(',').length;

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
