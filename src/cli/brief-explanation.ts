import {
  cut,
  displayWidth,
  own,
  padded,
  printableLine,
  type ScorePart,
  shownName,
  styled,
} from '../core/index.js';
import type { ExplainedHit, QueryExplanation, SystemExplanation } from '../experiment/record/index.js';
import { scoreText as percent, table } from '../platform/tables/index.js';
import {
  chosenText,
  expandedText,
  generatedText,
  headText,
  missingText,
  missText,
  scoreText,
  snippetLine,
  WIDEST,
} from './explanation-parts.js';
import { moreLine } from './limits.js';
import { firstLines, markedLine, wrapped } from './marked-text.js';

const QUERY_LINES = 3;
/** Relevant documents further down that are shown with what they score by. */
const MOST_GOLD = 3;
const PARTS = 4;

/** An explanation on one screen: where the relevant documents are and why, then the first hits, a line or two each. */
export const briefExplanation = (explanation: QueryExplanation, width: number): string => {
  const { query, systems } = explanation;
  return [
    [
      headText(explanation, width),
      ...firstLines(wrapped(markedLine(query.text, []), Math.min(width, WIDEST)), QUERY_LINES),
    ].join('\n'),
    ...(systems.length > 1 ? [systemsTable(systems, width)] : []),
    ...systems.map((system) => briefSystem(system, width, systems.length)),
  ].join('\n\n');
};

/** The answer for several systems: how good each is, and where it puts the relevant documents. */
const systemsTable = (systems: readonly SystemExplanation[], width: number): string =>
  table(systems, [
    ['system', ({ system }) => system, 'left'],
    ['nDCG@10', ({ scores }) => percent(own(scores, 'nDCG@10'))],
    ['relevant at', goldPlaces, 'left'],
  ]).text(width);

const goldPlaces = ({ gold }: SystemExplanation): string => {
  const places = gold.map(({ rank }) => rank ?? '–');
  return [...places.slice(0, 8), ...(places.length > 8 ? ['…'] : [])].join(', ');
};

/** What one system made of the query; next to others with less of each hit. */
export const briefSystem = (system: SystemExplanation, width: number, beside = 1): string => {
  const { scores, found, scoreIs, why, from, gold, nearestMiss, missing, generated } = system;
  const facts = [
    ...(own(scores, 'nDCG@10') === undefined ? [] : [`nDCG@10 ${percent(scores['nDCG@10'])}`]),
    ...(gold.length > 0 ? [`relevant at ${goldPlaces(system)}`] : []),
    `${found} found`,
    `score: ${scoreIs}`,
    ...(from === 'search' ? ['searched now'] : []),
  ];
  return [
    [
      ...wrapped(printableLine(system.system), width - 3).map((line) => styled('strong', `━━ ${line}`)),
      ...wrapped(facts.join(' · '), width),
      ...wrapped(`→ ${printableLine(why)}`, width),
    ].join('\n'),
    ...(system.chosen ?? []).map((choice) => chosenText(choice, width)),
    ...(beside === 1 ? generated.map((text) => generatedText(text, width, 2)) : []),
    ...(beside === 1 ? (system.expanded ?? []).map((query) => expandedText(query, width, 1)) : []),
    ...(beside > 2 ? [] : [hitLines(system, width, beside === 1).join('\n')]),
    ...(nearestMiss && beside === 1 ? [missText(nearestMiss, width)] : []),
    ...(missing.length > 0 ? [missingText(missing, width)] : []),
  ].join('\n\n');
};

const hitLines = (
  { hits, gold }: SystemExplanation,
  width: number,
  withParts: boolean,
): readonly string[] => {
  // The first hits have no gap between them.
  const top = hits.findIndex(({ rank }, i) => rank > i + 1);
  const shown = top < 0 ? hits : hits.slice(0, top + MOST_GOLD);
  const ranks = Math.max(2, ...shown.map(({ rank }) => String(rank).length));
  const scores = Math.max(...shown.map(({ score }) => scoreText(score).length));
  const missed = gold.filter(({ rank }) => rank === null).length;
  return [
    ...shown.flatMap((hit) => hitText(hit, { ranks, scores, width, withParts })),
    ...moreLine(hits.length - shown.length + missed, 'relevant document', 'relevant documents', '--all'),
  ];
};

interface Layout {
  readonly ranks: number;
  readonly scores: number;
  readonly width: number;
  readonly withParts: boolean;
}

const hitText = (hit: ExplainedHit, { ranks, scores, width, withParts }: Layout): readonly string[] => {
  const { rank, score, docId, gold, parts, text, matches } = hit;
  const id = printableLine(docId);
  const start = `${gold ? '◆' : ' '}${padded(String(rank), ranks, 'right')}  ${padded(scoreText(score), scores, 'right')}  `;
  const room = Math.min(width, WIDEST + start.length) - displayWidth(start) - displayWidth(id) - 2;
  const words = text === undefined ? '' : snippetLine(text, matches, room);
  const [line = ''] = room < 12 ? [] : firstLines(wrapped(words, room), 1);
  return [
    `${start}${gold ? styled('good', id) : styled('strong', id)}${line && `  ${line}`}`,
    ...(withParts
      ? [`${' '.repeat(start.length)}${styled('faint', sumText(parts, width - start.length))}`]
      : []),
  ];
};

/** `= 4.120 spirit + 3.980 stiff + 48.12 of 31 more`, with as many parts as fit. */
const sumText = (parts: readonly ScorePart[], width: number): string => {
  if (parts.length === 0) return '= 0: nothing in common';
  const [first, ...fewer] = Array.from({ length: PARTS }, (_, i) => sumOf(parts, PARTS - i));
  return cut([first!, ...fewer].find((text) => displayWidth(text) <= width) ?? fewer.at(-1)!, width);
};

const sumOf = (parts: readonly ScorePart[], count: number): string => {
  const rest = parts.slice(count);
  const sum = rest.reduce((total, { value }) => total + value, 0);
  return `= ${[
    ...parts.slice(0, count).map((part) => `${scoreText(part.value)} ${printableLine(shownName(part))}`),
    ...(rest.length > 0 ? [`${scoreText(sum)} of ${rest.length} more`] : []),
  ].join(' + ')}`;
};
