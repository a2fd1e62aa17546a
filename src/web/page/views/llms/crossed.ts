import { splitOutside } from '../../../../core/index.js';
import type { LeaderboardRow, RowSource } from '../../../page-data/index.js';

/** The name of what writes nothing. */
export const PLAIN = 'no generated text';

/** A row of the board as a pair: what wrote for the query, and what searched with it. */
export interface CrossedRow {
  readonly row: LeaderboardRow;
  /** `hyde(gpt4)`, or `PLAIN`. */
  readonly writer: string;
  /** The rest of the pipeline, reranker and all. */
  readonly searcher: string;
}

/** A model without its owner. */
const lastPart = (model: string): string => model.slice(model.lastIndexOf('/') + 1);

/** Of a row whose text is generated for a part of it alone there is no such pair. */
export const crossedRow = (row: LeaderboardRow): CrossedRow | undefined => {
  const { method, usesGeneratedText, name, source } = row;
  const llm = row.llm && lastPart(row.llm);
  const writer = usesGeneratedText
    ? method === undefined
      ? llm
      : llm === undefined
        ? method
        : `${method}(${llm})`
    : PLAIN;
  if (writer === undefined) return undefined;
  if (source.group !== 'own') {
    const searcher = [row.retriever, row.reranker]
      .flatMap((each) => (each ? [lastPart(each)] : []))
      .join(' > ');
    return searcher === '' ? undefined : { row, writer, searcher };
  }
  const stages = (splitOutside(name, '>') ?? [name]).map((stage) => stage.trim());
  if (!usesGeneratedText) return { row, writer, searcher: name };
  return stages.length > 1 && stages[0]!.startsWith(`${method}(`)
    ? { row, writer, searcher: stages.slice(1).join(' > ') }
    : undefined;
};

export interface Crossed {
  /** Best mean of those they have first; what writes nothing is before all. */
  readonly writers: readonly string[];
  readonly searchers: readonly string[];
  /** The rows of a pair, best first. */
  of(writer: string, searcher: string): readonly LeaderboardRow[];
}

/** Writers × searchers of some rows with a mean: searchers that at least one writer wrote for. */
export const crossedOf = (
  rows: readonly LeaderboardRow[],
  { source, method }: { readonly source: RowSource['group']; readonly method: string },
): Crossed => {
  const pairs = rows
    .filter(({ mean, running, source: from }) => mean !== undefined && !running && from.group === source)
    .flatMap((row) => crossedRow(row) ?? [])
    .filter(({ row, writer }) => method === '' || writer === PLAIN || row.method === method);
  const written = new Set(pairs.filter(({ writer }) => writer !== PLAIN).map(({ searcher }) => searcher));
  const shown = pairs
    .filter(({ searcher }) => written.has(searcher))
    .sort((a, b) => b.row.mean! - a.row.mean!);
  const held = new Map<string, LeaderboardRow[]>();
  for (const { writer, searcher, row } of shown) {
    const key = JSON.stringify([writer, searcher]);
    held.set(key, [...(held.get(key) ?? []), row]);
  }
  const writers = [...new Set(shown.map(({ writer }) => writer))];
  return {
    writers: [...writers.filter((each) => each === PLAIN), ...writers.filter((each) => each !== PLAIN)],
    searchers: [...new Set(shown.map(({ searcher }) => searcher))],
    of: (writer, searcher) => held.get(JSON.stringify([writer, searcher])) ?? [],
  };
};
