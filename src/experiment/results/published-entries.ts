import { defined } from '../../core/index.js';
import type { ModelFacts, PublishedEntry, PublishedOrigin } from '../record/index.js';
import { joinedFacts, largestOf, modelFacts } from './model-facts.js';
import { type Paper, type PaperRow, publishedPapers } from './papers.js';
import { type PublishedSource, type PublishedSystem, publishedSources } from './published.js';

/**
 * Every published result on a suite's tasks, each once: rows of R2MED's site and of papers that only repeat another row are joined
 * to it (`repeatedIn`), rows that were removed or that differ between two sources say so, and every entry has its protocol, its caveats and
 * what the registries know of its models. `tabulatePublished` makes a table of them.
 */
export const publishedEntries = (suite = 'r2med'): readonly PublishedEntry[] => {
  const facts = modelFacts();
  const tables = publishedSources(suite).flatMap((source) =>
    source.systems.map((row) => ({ source, row, entry: ofTable(source, row, facts) })),
  );
  const papers = publishedPapers();
  const printed = papers.suite === suite ? papers.papers : [];
  const rows = printed.flatMap((paper) =>
    paper.rows.map((row) => ({ row, entry: ofPaper(paper, row, papers, facts) })),
  );
  const idOf = new Map(tables.map(({ source, row, entry }) => [`${source.source}--${row.config}`, entry.id]));
  const idOfPaper = new Map(rows.map(({ row, entry }) => [row.system, entry.id]));
  const repeats = [
    ...tables.map(({ row, entry }) => ({ of: idOf.get(row.sameAs ?? ''), entry })),
    ...rows.map(({ row, entry }) => ({ of: idOfPaper.get(row.repeats ?? ''), entry })),
  ];
  const differing = tables.flatMap(({ row, entry }) => {
    const other = idOf.get(row.differsFrom ?? '');
    return other === undefined ? [] : [[entry.id, other] as const, [other, entry.id] as const];
  });
  const differsFrom = new Map(differing);
  return repeats
    .filter(({ of }) => of === undefined)
    .map(({ entry }) => {
      const other = differsFrom.get(entry.id);
      const again = repeats.filter(({ of }) => of === entry.id).map((each) => each.entry.origin);
      return {
        ...entry,
        repeatedIn: again,
        ...(other !== undefined && {
          differsFrom: other,
          caveats: [...entry.caveats, `${other} has other figures for the same system`],
        }),
      };
    });
};

const ofTable = (
  { source, from, suite, protocol, date }: PublishedSource,
  row: PublishedSystem,
  facts: (model: string) => ModelFacts,
): PublishedEntry => {
  const origin: PublishedOrigin = {
    source,
    title: from,
    repository: row.origin.project,
    revision: row.origin.revision,
    path: row.origin.path,
    ...defined({ line: row.origin.row, date }),
  };
  const models = modelsOf(row, facts);
  return {
    id: `${source}/${row.system}`,
    suite,
    name: row.expression ?? row.system,
    system: row.system,
    ...partsOf(row),
    ...defined({ method: row.method, depth: row.depth, modelRevision: row.modelRevision }),
    kind: row.kind,
    origin,
    repeatedIn: [],
    protocol,
    caveats: [...(row.notes ?? []), ...trainingCaveats(models)],
    status: row.status,
    ...(date !== undefined && { date }),
    ...models,
    usesGeneratedText: row.kind === 'gar',
    scores: row.scores,
  };
};

const ofPaper = (
  { id, rows: _, commit, version: __, first, ...paper }: Paper,
  row: PaperRow,
  { suite, measure }: { readonly suite: string; readonly measure: string },
  facts: (model: string) => ModelFacts,
): PublishedEntry => {
  const { system, mean, tasks, scores = {} } = row;
  const models = modelsOf(row, facts);
  return {
    id: `${id}/${system.toLowerCase().replace(/[^a-z0-9.]+/g, '-')}`,
    suite,
    name: system,
    ...partsOf(row),
    kind: row.reranker !== undefined ? 'reranker' : row.llm !== undefined ? 'gar' : 'retriever',
    origin: { source: id, ...paper, ...defined({ revision: commit, line: row.line }) },
    repeatedIn: [],
    protocol: row.protocol,
    caveats: [
      ...(row.caveats ?? []),
      ...(row.meanOver.startsWith('8 tasks') ? [] : [`over ${row.meanOver}`]),
      ...trainingCaveats(models),
    ],
    howRead: row.howRead,
    status: 'current',
    date: first ?? paper.date,
    ...models,
    ...(row.parameters !== undefined && {
      // Of the reranker, where there is one.
      parameters: Math.max(row.parameters, facts(row.retriever).parameters ?? 0),
    }),
    usesGeneratedText: row.llm !== undefined,
    scores: Object.fromEntries(Object.entries(scores).map(([task, score]) => [task, { [measure]: score }])),
    ...(mean !== undefined && tasks !== undefined && { printedMean: { measure, value: mean, tasks } }),
  };
};

type Parts = Pick<PublishedEntry, 'retriever' | 'llm' | 'reranker'>;

const partsOf = ({
  retriever,
  llm,
  reranker,
}: {
  readonly retriever: string;
  readonly llm?: string | undefined;
  readonly reranker?: string | undefined;
}): Parts => ({ retriever, ...defined({ llm, reranker }) });

const modelsOf = (
  row: {
    readonly retriever: string;
    readonly llm?: string | undefined;
    readonly reranker?: string | undefined;
  },
  facts: (model: string) => ModelFacts,
): ModelFacts => {
  const [retriever, reranker, llm] = [row.retriever, row.reranker, row.llm].map((model) =>
    model === undefined ? undefined : facts(model),
  );
  const open = [retriever, reranker, llm]
    .filter((each) => each !== undefined)
    .map((each) => each.openWeights);
  const parts = [row.retriever, row.reranker, row.llm].filter((model) => model !== undefined);
  const parameters = largestOf(parts, facts);
  const openWeights = open.includes(false) ? false : open.includes(undefined) ? undefined : true;
  return {
    ...(parameters !== undefined && { parameters }),
    ...(retriever!.dimensions !== undefined && { dimensions: retriever!.dimensions }),
    ...(openWeights !== undefined && { openWeights }),
    ...joinedFacts([retriever, reranker, llm].filter((each) => each !== undefined)),
  };
};

/** R2MED's Biology is BRIGHT's. */
const trainingCaveats = ({ trainedOn = [] }: ModelFacts): readonly string[] =>
  trainedOn.includes('BRIGHT') ? ['trained on data of BRIGHT, whose Biology is the task Biology'] : [];
