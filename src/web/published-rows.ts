import { type Board, type Caveat, keyOf, type LeaderboardRow, type RowSource } from '../page-data/index.js';
import type { PublishedSource, PublishedSystem } from '../results/index.js';
import { meansOf } from './row-means.js';

const KINDS = { retriever: 'retriever', gar: 'generated', reranker: 'reranked' } as const;

const GROUPS: Readonly<Record<string, RowSource['group']>> = {
  'r2med-repo': 'r2med',
  'r2med-site': 'r2med',
  mteb: 'mteb',
  hakari: 'hakari',
};

/** The published rows of a board under a measure; a row that repeats another is left out. */
export const publishedRowsOf = (
  board: Board,
  sources: readonly PublishedSource[],
  measure: string,
): readonly LeaderboardRow[] =>
  sources.flatMap((source) =>
    source.systems
      .filter(({ sameAs }) => sameAs === undefined)
      .map((row) => rowOf(board, source, row, measure))
      .filter(({ scores }) => Object.keys(scores).length > 0),
  );

const rowOf = (
  board: Board,
  { source, from }: PublishedSource,
  row: PublishedSystem,
  measure: string,
): LeaderboardRow => {
  const scores = Object.fromEntries(
    Object.entries(row.scores).flatMap(([task, each]) =>
      Object.hasOwn(each, measure) ? [[task, each[measure]!] as const] : [],
    ),
  );
  const { project, revision, path } = row.origin;
  return {
    key: keyOf(row.config, source),
    name: row.system,
    source: {
      name: source,
      title: from,
      group: Object.hasOwn(GROUPS, source) ? GROUPS[source]! : 'papers',
      origin: `${project}, ${path}, revision ${revision}`,
      link: `https://github.com/${project}`,
    },
    kind: KINDS[row.kind],
    caveats: caveatsOf(row),
    ...meansOf(scores, board),
    scores,
    intervals: {},
    incomplete: {},
    retriever: row.retriever,
    ...(row.reranker !== undefined && { reranker: row.reranker }),
    ...(row.llm !== undefined && { llm: row.llm }),
    ...(row.method !== undefined && { method: row.method }),
    usesGeneratedText: row.kind === 'gar',
  };
};

const caveatsOf = ({ status, differsFrom, notes = [] }: PublishedSystem): readonly Caveat[] => [
  ...(status === 'removed-upstream'
    ? [{ kind: 'retired' as const, text: 'removed by its publisher after it was published' }]
    : []),
  ...(differsFrom === undefined
    ? []
    : [{ kind: 'differs' as const, text: `${differsFrom} has other figures for the same system` }]),
  ...notes.map((text) => ({ kind: 'note' as const, text })),
];
