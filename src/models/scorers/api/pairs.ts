import { groupBy, listKey, type Pair } from '../../../core/index.js';
import { batches, type Item, lengthBy, preparing } from '../../../platform/api-client/index.js';
import { longestFirst, onlySecond } from '../../onnx/index.js';
import type { Plan } from './plan.js';

/** A pair on its way to the service. */
export interface PairItem {
  /** Among the pairs requested. */
  readonly place: number;
  /** As it is sent. */
  readonly query: string;
  readonly document: Item;
  /** Of both, estimated where there is no tokenizer: services count the query with every document. */
  readonly tokens: number;
  readonly bytes: number;
  /** Tokens left out. */
  readonly lost: { readonly query: number; readonly document: number };
}

export interface Pairing {
  item(place: number, pair: Pair): PairItem;
  /** The same pair with less of its document; undefined when that was tried before or leaves nothing. */
  shorter(item: PairItem, share: number): PairItem | undefined;
}

/** What chat templates separate their parts with. */
const MARK = /<\|(\w+)\|>/g;

const hasMarks = ({ query, document }: Plan['form']): boolean =>
  [query, document].some(({ prefix = '', suffix = '' }) => (prefix + suffix).search(MARK) >= 0);

/** In a prompt with marks, those of a text would end the document and let it speak for itself. */
const withoutMarks = (text: string): string => text.replace(MARK, '<| $1 |>');

/** Truncates both texts if the service has no such setting, and puts the form around them. */
export const pairing = ({ settings, form, tellsLimit, cutter }: Plan): Pairing => {
  const encode = hasMarks(form) ? { encode: withoutMarks } : {};
  const queries = preparing({ ...form.query, ...encode, cutter });
  const documents = preparing({ ...form.document, ...encode, cutter });
  const length = (text: string): number => lengthBy(cutter, text);
  const around = [form.query, form.document].reduce(
    (sum, { prefix = '', suffix = '' }) => sum + length(prefix) + length(suffix),
    0,
  );
  const room =
    tellsLimit || settings.maxTokens === undefined
      ? Number.POSITIVE_INFINITY
      : Math.max(2, settings.maxTokens - around);
  const rule = settings.truncation === 'only-second' ? onlySecond : longestFirst;

  const fitting = ({ query, document }: Pair): Pair & Pick<PairItem, 'lost'> => {
    if (room === Number.POSITIVE_INFINITY) return { query, document, lost: { query: 0, document: 0 } };
    const had = [length(query), length(document)] as const;
    // Where the query alone is too long, the document keeps something all the same: an estimate must not lose a pair.
    const left = rule(...had, room) ?? longestFirst(...had, room);
    return {
      query: left[0] < had[0] ? cutter.cut(query, left[0]).text : query,
      document: left[1] < had[1] ? cutter.cut(document, left[1]).text : document,
      lost: { query: had[0] - left[0], document: had[1] - left[1] },
    };
  };
  const made = (query: Pick<Item, 'sent' | 'tokens' | 'bytes'>, document: Item, lost: PairItem['lost']) => ({
    place: document.place,
    query: query.sent,
    document,
    tokens: query.tokens + document.tokens,
    bytes: query.bytes + document.bytes,
    lost,
  });

  return {
    item: (place, pair) => {
      const { query, document, lost } = fitting(pair);
      return made(queries.item(place, query), documents.item(place, document), lost);
    },
    shorter: (item, share) => {
      const shorter = documents.shorter(item.document, share);
      if (!shorter) return undefined;
      const query = {
        sent: item.query,
        tokens: item.tokens - item.document.tokens,
        bytes: item.bytes - item.document.bytes,
      };
      const cut = length(item.document.body) - length(shorter.body);
      return made(query, shorter, { ...item.lost, document: item.lost.document + cut });
    },
  };
};

/**
 * One query's pairs after the other's, each request with one query, in the order given: where documents are read
 * together, it is the first stage's.
 */
export function* jobsOf(
  pairs: readonly Pair[],
  { item }: Pairing,
  { limits, settings }: Plan,
  note: (line: string) => void,
): Generator<readonly PairItem[]> {
  let noted = !settings.listwise;
  for (const places of groupBy(pairs.keys(), (place) => listKey(pairs[place]!)).values()) {
    const items = places.map((place) => item(place, pairs[place]!));
    // A query may be truncated more with a long document than with a short one.
    const jobs = [...groupBy(items, ({ query }) => query).values()].flatMap((alike) => [
      ...batches(alike, limits),
    ]);
    if (!noted && jobs.length > 1) {
      noted = true;
      note(`${settings.model} reads ${items.length} documents of a query in ${jobs.length} separate lists`);
    }
    yield* jobs;
  }
}
