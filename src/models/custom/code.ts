import {
  counted,
  defined,
  type ErrorLocation,
  type Hit,
  InputError,
  type JsonObject,
  type Role,
  type Scorer,
  type Searcher,
  type SearchQuery,
  WorkError,
} from '../../core/index.js';
import { type Alarm, duration } from '../../platform/node/index.js';
import {
  type About,
  type CustomEmbedder,
  DEFAULT_BATCH_SIZE,
  DEFAULT_SIMILARITY,
  sizeSetting,
} from './custom-embedder.js';
import { KINDS, type Kind, type VectorOf, vectorReader } from './kinds.js';
import { listScorer, type RerankDocument, type RerankQuery, readScores } from './list-scorer.js';
import { readRanking } from './read-ranking.js';
import { embedInBatches, type Reply, searchInBatches } from './settle-in-batches.js';
import { reasonOf, shown } from './shown.js';
import { GRACE_MS, MORE_TIME, within } from './time-limit.js';

/** A user's function in this process, and what is known of it. */
export interface Code<Call> {
  readonly name: string;
  readonly call: Call;
  readonly about: About;
  /** Everything that is known to change what it returns. */
  readonly spec: JsonObject;
  readonly alarm: Alarm;
  /** Milliseconds that one call may take. */
  readonly timeoutMs: number;
  /** Takes what is wrong with an end that does no harm to results. */
  note(line: string): void;
  /** Where it was written, for errors. */
  readonly at?: ErrorLocation;
  close(): unknown;
}

/** What a call came to; after a `final` refusal no other call is made. */
type Called = { readonly returned: unknown } | { readonly refused: string; readonly final?: true };

interface CodeCalls {
  call(work: () => unknown): Promise<Called>;
  /** Calls made. */
  count(): number;
}

/**
 * Calls of a user's function, in sequence: code in this thread gains nothing from a second call in parallel with the first,
 * and may not expect it. A call that does not return in time cannot be ended from outside, so it is the last one.
 */
const codeCalls = (name: string, timeoutMs: number, alarm: Alarm): CodeCalls => {
  let last: Promise<unknown> = Promise.resolve();
  let calls = 0;
  let over: string | undefined;

  const inTime = (work: () => unknown): Promise<Called> =>
    new Promise((resolve) => {
      const cancel = alarm(timeoutMs, () => {
        over = `${name} did not return within ${duration(timeoutMs)}`;
        resolve({ refused: over, final: true });
      });
      const settle = (called: Called): void => {
        cancel();
        resolve(called);
      };
      // Also what is thrown before the first await is a refusal.
      Promise.resolve()
        .then(work)
        .then(
          (returned) => settle({ returned }),
          (error: unknown) => settle({ refused: reasonOf(error) }),
        );
    });

  return {
    call: (work) => {
      const turn = last.then(async (): Promise<Called> => {
        if (over !== undefined) return { refused: over, final: true };
        calls++;
        return inTime(work);
      });
      last = turn;
      return turn;
    },
    count: () => calls,
  };
};

/** The calls of a function, as long as one may take. */
const callsOf = ({ at, name, timeoutMs, alarm }: Code<unknown>, called: string): CodeCalls =>
  codeCalls(`${at ? `the module ${at.file}` : name}: ${called}`, timeoutMs, alarm);

/** Closes once, however often it is asked to. */
const closingOnce = ({ at, name, timeoutMs, alarm, close, note }: Code<unknown>): (() => Promise<void>) => {
  const what = at ? `the module ${at.file}` : name;
  let closed: Promise<void> | undefined;
  return () => {
    closed ??= within(
      Math.min(GRACE_MS, timeoutMs),
      alarm,
      `${what}: close did not return`,
      Promise.resolve().then(close),
    ).then(
      () => {},
      // What the model made is there: results do not depend on how it ends.
      (error: unknown) =>
        note(error instanceof WorkError ? error.message : `${what}: close failed (${reasonOf(error)})`),
    );
    return closed;
  };
};

/** The error of a function that returns something else than was asked for: it would do so again. */
const misshapen = ({ at }: Pick<Code<unknown>, 'at'>, found: string, expected: string): InputError =>
  new InputError({ ...defined({ at }), found, expected, fix: 'correct what the function returns' });

/** The embedder that a function is. */
export const codeEmbedder = <K extends Kind>(
  code: Code<(texts: string[], role: Role) => unknown>,
  kind: K,
): CustomEmbedder<VectorOf[K]> => {
  const { about } = code;
  const batchSize = sizeSetting('batchSize', about.batchSize ?? DEFAULT_BATCH_SIZE);
  const reader = vectorReader(kind, about.dimensions);
  const calls = callsOf(code, KINDS[kind].function);

  const unlike = (found: string): InputError =>
    misshapen(code, `${KINDS[kind].function} returned ${found}`, `for each text ${KINDS[kind].expected}`);
  const ask = async (texts: readonly string[], role: Role): Promise<Reply<VectorOf[K]>> => {
    const called = await calls.call(() => code.call([...texts], role));
    if ('refused' in called) {
      // It never returns: other texts would wait as long, and nothing can be searched without them.
      if (called.final) throw new WorkError(called.refused, MORE_TIME);
      return called;
    }
    const { returned } = called;
    const values = kind === 'dense' ? rowsOf(returned, texts.length, about.dimensions) : returned;
    if (!Array.isArray(values) || values.length !== texts.length)
      throw unlike(`${shown(returned)} for ${counted(texts.length, 'text')}`);
    return values.map((value, i) => {
      const found = reader.read(value);
      if ('misshapen' in found) throw unlike(`for text ${i + 1} of ${texts.length}: ${found.misshapen}`);
      return found;
    });
  };

  return {
    name: code.name,
    similarity: about.similarity ?? DEFAULT_SIMILARITY,
    ...defined({ dimensions: about.dimensions }),
    spec: code.spec,
    embed: (texts, role, { signal }) =>
      embedInBatches(texts, (batch) => ask(batch, role), { batchSize, inFlight: 1, signal }),
    usage: () => ({ cut: { query: 0, rewrite: 0, document: 0 }, tokens: 0, calls: calls.count() }),
    close: closingOnce(code),
  };
};

/** All vectors in one typed array, cut where the declared size says; without it a wrong cut would go unseen. */
const rowsOf = (returned: unknown, count: number, dimensions: number | undefined): unknown => {
  const flat = returned instanceof Float32Array || returned instanceof Float64Array;
  if (!flat || dimensions === undefined || returned.length !== count * dimensions) return returned;
  return Array.from({ length: count }, (_, i) => returned.subarray(i * dimensions, (i + 1) * dimensions));
};

/** The scorer that a function is. */
export const codeScorer = (
  code: Code<(query: RerankQuery, documents: RerankDocument[]) => unknown>,
): Scorer => {
  const calls = callsOf(code, 'rerank');
  return listScorer({
    spec: code.spec,
    pairwise: code.about.pairwise ?? false,
    inFlight: 1,
    ask: async ({ query, documents }) => {
      const called = await calls.call(() => code.call({ ...query }, structuredClone([...documents])));
      if ('refused' in called) return called;
      const read = readScores(called.returned, documents);
      if ('failed' in read && calls.count() === 1)
        throw misshapen(
          code,
          `rerank returned ${read.failed}`,
          'one score per document, or their ids, best first',
        );
      return [read];
    },
    calls: calls.count,
    close: closingOnce(code),
  });
};

const RANKINGS = 'an array with one ranking per query, in the order of the queries';

/** The search system that a function is. */
export const codeSearch = (code: Code<(queries: SearchQuery[], k: number) => unknown>): Searcher => {
  const batchSize = sizeSetting('batchSize', code.about.batchSize ?? DEFAULT_BATCH_SIZE);
  const calls = callsOf(code, 'search');
  const ask = async (queries: readonly SearchQuery[], k: number): Promise<Reply<readonly Hit[]>> => {
    // Copies: what the function does to its arguments must not reach the next call.
    const called = await calls.call(() => code.call(structuredClone([...queries]), k));
    if ('refused' in called) return called;
    const { returned } = called;
    if (!Array.isArray(returned) || returned.length !== queries.length)
      throw misshapen(
        code,
        `search returned ${shown(returned)} for ${counted(queries.length, 'query', 'queries')}`,
        RANKINGS,
      );
    const read = returned.map((ranking) => readRanking(ranking, k));
    const [first] = read;
    if (calls.count() === 1 && first && 'failed' in first && read.every((each) => 'failed' in each))
      throw misshapen(code, `search returned ${first.failed}`, RANKINGS);
    return read;
  };
  return {
    name: code.name,
    spec: code.spec,
    version: code.about.version,
    search: (queries, k, { signal }) =>
      searchInBatches(queries, (batch) => ask(batch, k), { batchSize, inFlight: 1, signal }),
    calls: calls.count,
    close: closingOnce(code),
  };
};
