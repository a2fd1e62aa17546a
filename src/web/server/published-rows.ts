import { type PublishedTableRow, tabulatePublished } from '../../analysis/leaderboard/index.js';
import { defined, own } from '../../core/index.js';
import type { PublishedEntry, PublishedOrigin } from '../../experiment/record/index.js';
import { type Board, type Caveat, keyOf, type LeaderboardRow, type RowSource } from '../page-data/index.js';

const KINDS = { retriever: 'retriever', gar: 'generated', reranker: 'reranked' } as const;

const GROUPS: Readonly<Record<string, RowSource['group']>> = {
  'r2med-repo': 'r2med',
  'r2med-site': 'r2med',
  mteb: 'mteb',
  hakari: 'hakari',
};

/** The published rows of a board under a measure, each once. */
export const publishedRowsOf = (
  board: Board,
  entries: readonly PublishedEntry[],
  measure: string,
  meanOf: readonly string[],
): readonly LeaderboardRow[] =>
  tabulatePublished(entries, { measure, tasks: board.tasks, meanOf }).map((row) =>
    rowOf(row, board, measure),
  );

/** The key of a published row, and of its system's page. */
export const publishedKey = ({ id }: PublishedEntry) => keyOf(id, 'published');

const rowOf = (
  { entry, scores, mean, withoutBiology, families, coverage, marks }: PublishedTableRow,
  board: Board,
  measure: string,
): LeaderboardRow => {
  const { measure: of, tasks = [], value } = entry.printedMean ?? {};
  const isOfBoard = of === measure && board.tasks.every(({ name }) => tasks.includes(name));
  const printedMean = coverage !== 'all' && isOfBoard ? value : undefined;
  const { date, reranker, llm, method, parameters, dimensions, openWeights, licences, trainedOn } = entry;
  return {
    key: publishedKey(entry),
    name: entry.name,
    source: sourceOf(entry.origin),
    kind: KINDS[entry.kind],
    protocol: entry.protocol,
    caveats: caveatsOf(entry, printedMean !== undefined, Object.keys(scores).length, board.tasks.length),
    marks,
    families,
    scores,
    intervals: {},
    incomplete: {},
    retriever: entry.retriever,
    usesGeneratedText: entry.usesGeneratedText,
    ...defined({
      mean,
      printedMean,
      withoutBiology,
      date,
      reranker,
      llm,
      method,
      parameters,
      dimensions,
      openWeights,
      licences,
      trainedOn,
    }),
  };
};

const sourceOf = (origin: PublishedOrigin): RowSource => {
  const { source, title, repository, url } = origin;
  return {
    name: spelled(source, title),
    title,
    group: own(GROUPS, source) ?? 'papers',
    origin: originText(origin),
    ...defined({ link: linkOf(url, repository) }),
  };
};

/** A paper's short name in the letters of its own title: `GroupRank`. */
const spelled = (source: string, title: string): string => {
  const [first = ''] = title.split(':', 1);
  return first.toLowerCase() === source ? first : source;
};

const originText = ({ repository, path, table, line, revision, url }: PublishedOrigin): string =>
  [
    url,
    table,
    repository,
    path,
    line !== undefined && `line ${line}`,
    revision !== undefined && `revision ${revision.slice(0, 10)}`,
  ]
    .filter(Boolean)
    .join(', ');

const linkOf = (url: string | undefined, repository: string | undefined): string | undefined => {
  const [, paper] = /^arXiv (\d{4}\.\d{4,5}(?:v\d+)?)/.exec(url ?? '') ?? [];
  if (paper) return `https://arxiv.org/abs/${paper}`;
  if (url?.startsWith('https://')) return url;
  return repository && /^[\w.-]+\/[\w.-]+$/.test(repository) ? `https://github.com/${repository}` : undefined;
};

const caveatsOf = (
  { status, caveats, repeatedIn, howRead, differsFrom }: PublishedEntry,
  onlyPrinted: boolean,
  scored: number,
  tasks: number,
): readonly Caveat[] => [
  ...(status === 'removed-upstream'
    ? [{ kind: 'retired' as const, text: 'removed from its repository after it was published' }]
    : []),
  ...(onlyPrinted
    ? [{ kind: 'note' as const, text: 'only the mean is printed, so it cannot be checked against its tasks' }]
    : []),
  ...(!onlyPrinted && scored < tasks
    ? [{ kind: 'partial' as const, text: `scores of ${scored} of ${tasks} tasks` }]
    : []),
  ...caveats.map((text) => ({
    kind: differsFrom && text.includes(differsFrom) ? ('differs' as const) : ('note' as const),
    text,
  })),
  ...repeatedIn.map((other) => ({
    kind: 'repeated' as const,
    text: `printed again in ${other.title}${other.table ? `, ${other.table}` : ''}`,
  })),
  ...(howRead === undefined ? [] : [{ kind: 'note' as const, text: howRead }]),
];
