import { own } from '../../../core/index.js';
import type { Overlap } from '../../../evaluation/overlap/index.js';
import type { FigureInput, Value } from './figure.js';
import { clause, type Group, group, percent } from './group.js';
import type { Material } from './material.js';
import type { Settled } from './options.js';
import { type ComparedPair, comparedWith, type TextView, valuesOf } from './text-view.js';

/** The ways to count what a text and a document share, as sets of terms Q and D. */
export const OVERLAPS = {
  jaccard: { title: 'Jaccard', formula: '|Q ∩ D| / |Q ∪ D|', of: ({ jaccard }: Overlap) => jaccard },
  'query-containment': {
    title: 'share of the text in the document',
    formula: '|Q ∩ D| / |Q|',
    of: ({ queryContainment }: Overlap) => queryContainment,
  },
  'document-containment': {
    title: 'share of the document in the text',
    formula: '|Q ∩ D| / |D|',
    of: ({ documentContainment }: Overlap) => documentContainment,
  },
  weighted: {
    title: 'idf-weighted share of the text in the document',
    formula:
      'Σ idf(t) over Q ∩ D ÷ Σ idf(t) over Q, idf(t) = ln(1 + (N − n + 0.5) / (n + 0.5)), t in n of the N documents',
    of: ({ weightedContainment }: Required<Overlap>) => weightedContainment,
  },
} as const;

export type OverlapName = keyof typeof OVERLAPS;

/** What analyzers do to a text, since stop words and stems change every overlap. */
const ANALYZERS: Readonly<Record<string, string>> = {
  'lucene-english': "lower case, 's and Lucene's 33 stop words left out, Porter stems",
  'mteb-english':
    'lower case, words of two or more characters, 33 stop words left out, Snowball English stems',
  'hakari-english':
    "runs of ASCII letters and digits, lower case, 74 stop words left out, NLTK's Porter stems",
};

const termsSentence = (analyzer: string): string => {
  const about = own(ANALYZERS, analyzer);
  return `Q and D are the sets of terms of the analyzer ${analyzer}${about === undefined ? '' : ` (${about})`}.`;
};

/** An overlap of a kind of text with a kind of documents, as a figure. */
export const overlapFigure = (
  overlap: OverlapName,
  sides: {
    readonly text: string;
    readonly textTitle: string;
    readonly documents: string;
    readonly documentsTitle: string;
  },
  values: readonly Value[],
  analyzer: string,
): FigureInput => {
  const { title, formula } = OVERLAPS[overlap];
  return {
    name: `overlap.${overlap}.${sides.text}-${sides.documents}`,
    title: `${title}: ${sides.textTitle} and ${sides.documentsTitle}`,
    definition: `${formula}; Q: the ${sides.textTitle}, D: ${sides.documentsTitle}. ${termsSentence(analyzer)} Mean over a query's documents, then over queries.`,
    unit: 'share',
    values,
  };
};

/** Do query and relevant documents share words, more than with others? */
export const wordsGroup = (material: Material, view: TextView, options: Settled): Group => {
  const sides: readonly (readonly [name: string, title: string, pairs: readonly ComparedPair[]])[] = [
    ['relevant', 'its relevant documents', view.pairs],
    [
      'random',
      `${options.randomDocuments} documents drawn at random from those that are not relevant (seed ${options.seed})`,
      comparedWith(material, ({ random }) => random),
    ],
    [
      'hard',
      `the ${options.hardNegatives} documents that BM25 ranks highest of those that are not relevant and share a term with it`,
      comparedWith(material, ({ hard }) => hard),
    ],
  ];
  const figures = (Object.keys(OVERLAPS) as OverlapName[]).flatMap((overlap) =>
    sides.map(([documents, documentsTitle, pairs]) =>
      overlapFigure(
        overlap,
        { text: 'query', textTitle: 'query', documents, documentsTitle },
        valuesOf(pairs, (pair) => OVERLAPS[overlap].of(pair.overlap)),
        options.analyzer,
      ),
    ),
  );
  const question = 'Do query and relevant documents share words?';
  return group({ name: 'words', question }, options.seed, figures, (mean) => {
    const of = (side: string) => mean(`overlap.weighted.query-${side}`);
    return `${clause([of('relevant')], (share) => `Relevant documents have ${percent(share)} of the idf weight of their query`)}${clause(
      [of('random')],
      (share) => `, random documents ${percent(share)}`,
    )}${clause([of('hard')], (share) => `, the top-ranked documents that are not relevant ${percent(share)}`)}.`;
  });
};
