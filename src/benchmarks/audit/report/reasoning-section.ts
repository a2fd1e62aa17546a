import type {
  AuditFigure,
  FigureGroup,
  ReasoningNeed,
  ScoreDependence,
} from '../../../experiment/record/index.js';
import { percent } from '../reasoning/group.js';
import { REACH } from '../reasoning/ladder-group.js';
import { inFrontOf } from '../reasoning/placement.js';
import {
  type Block,
  count,
  counted,
  intervalText,
  list,
  rows,
  type Section,
  signed,
  text,
  valueText,
} from './section.js';

/** How far do words lead to the evidence, and what leads further? In short, or with every figure and its interval. */
export const reasoningSections = (
  { headline, groups, dependence, missing }: ReasoningNeed,
  figures: boolean,
): readonly Section[] => [
  {
    heading: 'How far do words lead to the evidence, and what leads further?',
    blocks: [
      ...(headline
        ? [headlineText(headline), headlineReading(headline), ...(figures ? [headline.definition] : [])]
        : ['No figure: no query has terms, a relevant document in the corpus and one that is not relevant.']
      ).map(text),
      ...(figures || groups.length === 0
        ? []
        : [
            ...groups.filter(isLadder).flatMap(ladderBlocks),
            list(
              groups
                .filter((each) => !isLadder(each))
                .map(({ question, reading }) => `${question} ${reading}`),
            ),
          ]),
    ],
  },
  ...(figures ? groups.map(groupSection) : []),
  ...dependenceSections(dependence),
  ...(missing.length > 0 ? [{ heading: 'Limits of these figures', blocks: [list(missing)] }] : []),
];

const isLadder = ({ name }: FigureGroup): boolean => name === 'ladder';

/** Each rung with what it reaches, and what nothing before it does. */
const ladderBlocks = ({ figures }: FigureGroup): readonly Block[] => {
  const withInterval = (figure: AuditFigure | undefined): string =>
    figure ? `${percent(figure.mean)} (${intervalText(figure.interval, percent)})` : '–';
  const first = (name: string) =>
    withInterval(figures.find((each) => each.name === name.replace('reached.', 'reached-first.')));
  return [
    text(
      `Which share of the evidence is reached, and by what? A relevant document is reached if fewer than ${REACH} others that are not relevant come before it; 95 % intervals.`,
    ),
    rows(
      ['reached', 'by nothing before', 'evidence'],
      figures
        .filter(({ name }) => name.startsWith('reached.'))
        .map((figure) => [withInterval(figure), first(figure.name), figure.title.replace('evidence ', '')]),
    ),
  ];
};

/** "Lexical gap of BM25 (need): 0.412 (95 % interval 0.301 to 0.523, 9 queries)". */
export const headlineText = (figure: AuditFigure): string =>
  `${figure.title}: ${valueText(figure.mean, figure.unit)} (95 % interval ${intervalOf(figure)}, ${counted(figure.queries, 'queries')})`;

export const headlineReading = ({ mean }: AuditFigure): string =>
  `0: the words of a query lead straight to its evidence. 1: they lead anywhere else first. A document drawn at random has 0.86. Here one document in ${count(Math.max(1, Math.round(1 / inFrontOf(mean))))} that is not relevant comes before a relevant one (geometric mean).`;

export const intervalOf = ({ interval, unit }: AuditFigure): string =>
  intervalText(interval, (value) => valueText(value, unit));

const groupSection = ({ question, reading, figures }: FigureGroup): Section => ({
  heading: question,
  blocks: [
    text(reading),
    rows(
      ['mean', '95 % interval', 'figure'],
      figures.map((figure) => [valueText(figure.mean, figure.unit), intervalOf(figure), figure.title]),
    ),
  ],
});

/** Which systems live on shared words? */
export const dependenceSections = (
  dependence: readonly ScoreDependence[],
  heading = 'Do scores depend on overlap?',
): readonly Section[] =>
  dependence.length === 0
    ? []
    : [
        {
          heading,
          blocks: [
            text(
              'Correlation (Spearman) of the score of a query with the overlap of query and evidence; slope: change of the score for one standard deviation more overlap, with lengths and number of relevant documents held fixed; mean scores of the quarters of queries with the least and the most overlap.',
            ),
            rows(
              ['correlation', 'slope', 'least, most overlap', 'system'],
              dependence.map(({ system, measure, correlation, slope, quarters }) => [
                estimate(correlation),
                estimate(slope),
                quarters.length > 0
                  ? `${quarters[0]!.score.toFixed(2)}, ${quarters.at(-1)!.score.toFixed(2)}`
                  : '–',
                `${system}, ${measure}`,
              ]),
            ),
          ],
        },
      ];

const estimate = (value: ScoreDependence['correlation']): string =>
  value === null
    ? '–'
    : `${signed(value.value, 2)} (${intervalText(value.interval, (each) => signed(each, 2))})`;
