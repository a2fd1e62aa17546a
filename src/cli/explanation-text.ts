import { own, padded, printableLine, type ScorePart, shownName, styled } from '../core/index.js';
import type {
  ExplainedHit,
  GoldDocument,
  QueryExplanation,
  SystemExplanation,
} from '../experiment/record/index.js';
import { scoreText as percent, type TableColumn, table } from '../platform/tables/index.js';
import {
  chosenText,
  expandedText,
  generatedText,
  headText,
  INDENT,
  indented,
  missingText,
  missText,
  scoreText,
  snippetLine,
  WIDEST,
} from './explanation-parts.js';
import { broken, firstLines, markedLine, unbroken, wrapped } from './marked-text.js';

const QUERY_LINES = 12;
const SNIPPET_LINES = 3;
const PARTS = 4;
const MEASURES = ['nDCG@10', 'Recall@10'];

/** All of an explanation, as text for a terminal of so many columns. */
export const explanationText = (explanation: QueryExplanation, width: number): string => {
  const { query, systems } = explanation;
  return [
    [
      headText(explanation, width),
      '',
      ...firstLines(wrapped(markedLine(query.text, []), Math.min(width, WIDEST)), QUERY_LINES),
    ].join('\n'),
    ...(systems[0]?.gold.length ? [placesText(systems, width)] : []),
    ...systems.map((system) => systemText(system, width)),
  ].join('\n\n');
};

/** Where each system puts the relevant documents. */
const placesText = (systems: readonly SystemExplanation[], width: number): string =>
  table(systems, [
    ['Relevant documents', ({ system }) => system, 'left'],
    ...systems[0]!.gold.map(
      ({ docId }): TableColumn<SystemExplanation> => [
        docId,
        ({ gold }) => placeText(gold.find((each) => each.docId === docId)),
      ],
    ),
  ]).text(width);

const placeText = (gold: GoldDocument | undefined): string =>
  gold?.rank == null ? '–' : `${gold.rank} (${scoreText(gold.score!)})`;

/** What one system made of the query. */
export const systemText = (system: SystemExplanation, width: number): string =>
  [
    heading(system, width),
    ...(system.chosen ?? []).map((choice) => chosenText(choice, width)),
    ...system.generated.map((text) => generatedText(text, width)),
    ...(system.expanded ?? []).map((query) => expandedText(query, width)),
    ...(system.answers ? [answersText(system.answers, width)] : []),
    hitsText(system, width),
    ...(system.gold.some(({ rank }) => rank === null) ? [unfoundText(system, width)] : []),
    ...(system.nearestMiss ? [missText(system.nearestMiss, width)] : []),
    ...(system.missing.length > 0 ? [missingText(system.missing, width)] : []),
  ].join('\n\n');

const heading = ({ system, scores, scoreIs, why, from, found }: SystemExplanation, width: number): string => {
  const facts = [
    ...MEASURES.flatMap((name) => (name in scores ? [`${name} ${percent(scores[name])}`] : [])),
    `${found} found`,
    `score: ${scoreIs}`,
    ...(from === 'search' ? ['searched now'] : []),
  ];
  return [
    ...wrapped(printableLine(system), width - 3).map((line) => styled('strong', `━━ ${line}`)),
    ...wrapped(facts.join(' · '), width),
    ...wrapped(`→ ${printableLine(why)}`, width),
  ].join('\n');
};

const answersText = (answers: readonly string[], width: number): string =>
  [
    `Answered by the reranker in ${answers.length} ${answers.length === 1 ? 'call' : 'calls'}`,
    ...answers.slice(0, 3).flatMap((answer) => firstLines(indented(markedLine(answer, []), width), 2)),
    ...(answers.length > 3 ? [`${INDENT}… ${answers.length - 3} more (shown by --json)`] : []),
  ].join('\n');

const hitsText = ({ hits }: SystemExplanation, width: number): string => {
  const ranks = Math.max(2, ...hits.map(({ rank }) => String(rank).length));
  const scores = Math.max(...hits.map(({ score }) => scoreText(score).length));
  return hits
    .flatMap((hit, i) => [
      ...gapText(hits[i - 1]?.rank ?? 0, hit.rank, ranks),
      hitText(hit, { ranks, scores, width }),
    ])
    .join('\n');
};

const gapText = (before: number, rank: number, ranks: number): readonly string[] =>
  rank - before > 1 ? [`${' '.repeat(ranks + 2)}⋮ ${rank - before - 1} more`] : [];

interface Columns {
  readonly ranks: number;
  readonly scores: number;
  readonly width: number;
}

const hitText = (hit: ExplainedHit, { ranks, scores, width }: Columns): string => {
  const { rank, score, docId, gold, parts, text, matches, sentences = [] } = hit;
  const start = `${gold ? '◆' : ' '}${padded(String(rank), ranks, 'right')}  ${padded(scoreText(score), scores, 'right')}`;
  const indent = ' '.repeat(ranks + 3);
  const id = printableLine(docId);
  const title = `${start}  ${gold ? `${styled('good', id)}  relevant` : styled('strong', id)}`;
  const near = sentences.slice(0, 1).map(({ range: [from, to], score: own }) => {
    const sentence = markedLine((text ?? '').slice(from, to), []);
    return `nearest sentence, ${scoreText(own)}: ${sentence}`;
  });
  return [
    title,
    ...(text === undefined ? [] : snippet(text, matches, width, indent)),
    ...near.flatMap((line) => firstLines(indented(line, width, indent), 2)),
    ...partsText(parts, width, indent),
  ].join('\n');
};

const snippet = (text: string, matches: ExplainedHit['matches'], width: number, indent: string) => {
  const room = (Math.min(width, WIDEST) - indent.length) * SNIPPET_LINES;
  return firstLines(indented(snippetLine(text, matches, room), width, indent), SNIPPET_LINES);
};

/** `= 4.120 spirit + 3.980 stiff + 48.12 of 31 more`; a part that another stage made is followed by its own parts. */
const partsText = (parts: readonly ScorePart[], width: number, indent: string): readonly string[] => {
  if (parts.length === 0) return [`${indent}= 0: nothing in common`];
  const shown = parts.slice(0, PARTS);
  const rest = parts.slice(PARTS);
  const sum = rest.reduce((total, { value }) => total + value, 0);
  const terms = [
    ...shown.map((part) => `${scoreText(part.value)} ${printableLine(shownName(part))}${detailText(part)}`),
    ...(rest.length > 0 ? [`${scoreText(sum)} of ${rest.length} more`] : []),
  ];
  return [
    ...indented(`= ${terms.map(unbroken).join(' + ')}`, width, indent).map(broken),
    ...shown.flatMap(({ name, from }) =>
      from && from.parts.length > 0 && from.kind !== 'given'
        ? firstLines(indented(`${printableLine(name)} ${fromText(from.parts)}`, width, `${indent}  `), 2)
        : [],
    ),
  ];
};

const fromText = (parts: readonly ScorePart[]): string =>
  `= ${parts
    .slice(0, PARTS)
    .map((part) => `${scoreText(part.value)} ${printableLine(shownName(part))}`)
    .join(' + ')}${parts.length > PARTS ? ' + …' : ''}`;

/** The details that a line has room for; `--json` has all. */
const SHOWN_DETAILS = [
  'rank',
  'rank before',
  'idf',
  'times in document',
  'times in query',
  'weight in query',
  'cosine',
  'error',
  'document token',
  'answer',
];
const NAMES: Readonly<Record<string, string>> = {
  rank: 'at',
  'rank before': 'was at',
  'times in document': 'tf',
  'times in query': 'in query',
  'weight in query': 'weight',
  'document token': 'with',
  error: '±',
};

const detailText = ({ details = {} }: ScorePart): string => {
  const said = SHOWN_DETAILS.flatMap((name) => {
    const value = details[name];
    // Most terms are in a query once.
    if (value === undefined || (name === 'times in query' && value === 1)) return [];
    const shown = typeof value === 'number' ? detailNumber(value) : printableLine(value.slice(0, 60));
    return [`${own(NAMES, name) ?? name} ${shown}`];
  });
  return said.length > 0 ? ` (${said.join(', ')})` : '';
};

const detailNumber = (value: number): string =>
  Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 0.1 ? 3 : 2);

const unfoundText = ({ gold, found }: SystemExplanation, width: number): string => {
  const unfound = gold.filter(({ rank }) => rank === null);
  return [
    `Relevant, not among the ${found} found`,
    ...unfound.flatMap((document) => [...goldLines(document, width)]),
  ].join('\n');
};

const goldLines = ({ docId, shared, explained, text }: GoldDocument, width: number): readonly string[] => {
  const facts = [
    ...(explained ? [`would score ${scoreText(explained.score)}`] : []),
    ...(shared ? [`shares ${shared.terms} of ${shared.of} terms`] : []),
  ];
  return [
    `◆ ${printableLine(docId)}${facts.length > 0 ? `  ${facts.join(', ')}` : ''}`,
    ...(text === undefined ? [] : firstLines(indented(markedLine(text, []), width), 2)),
  ];
};
