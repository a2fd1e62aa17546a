import {
  type ChosenSystem,
  displayWidth,
  type ExpandedQuery,
  printableLine,
  shownName,
} from '../core/index.js';
import type {
  ExplainedHit,
  ExplainedText,
  MissingEvidence,
  NearestMiss,
  QueryExplanation,
} from '../experiment/record/index.js';
import { broken, firstLines, markedLine, unbroken, wrapped } from './marked-text.js';

export const INDENT = '  ';
/** Lines of text that wide reading allows at most. */
export const WIDEST = 100;
const TEXT_LINES = 4;
const MISS_PARTS = 4;

/** A part of a score as people read it: two decimals above 10, else four digits. */
export const scoreText = (value: number): string => {
  const size = Math.abs(value);
  return value.toFixed(Number.isInteger(value) && size >= 1 ? 0 : size >= 10 ? 2 : size >= 1 ? 3 : 4);
};

/** Task, query and labels in a line. */
export const headText = ({ task, query }: QueryExplanation, width: number): string => {
  const labels = [
    query.bodySystem,
    query.answer && `answer: ${query.answer}`,
    query.excluded && `excluded: ${query.excluded.join(', ')}`,
  ].flatMap((label) => label ?? []);
  return wrapped([`${task.name} › ${query.id}`, ...labels].map(printableLine).join('   '), width).join('\n');
};

export const indented = (text: string, width: number, indent = INDENT): readonly string[] =>
  wrapped(text, Math.min(width, WIDEST) - displayWidth(indent)).map((line) => indent + line);

const words = (text: string): string => {
  const count = text.split(/\s+/).filter(Boolean).length;
  return `${count} ${count === 1 ? 'word' : 'words'}`;
};

export const generatedText = (
  { method, llm, text, thinking }: ExplainedText,
  width: number,
  lines = TEXT_LINES,
): string => {
  const thought = thinking ? `, after ${words(thinking)} of thinking (shown by --json)` : '';
  return [
    ...wrapped(`Written for it by ${printableLine(`${method}(${llm})`)}, ${words(text)}${thought}`, width),
    ...firstLines(indented(markedLine(text, []), width), lines),
  ].join('\n');
};

/** `gate took lsa: length 52 reaches 40`. */
export const chosenText = ({ by, system, features }: ChosenSystem, width: number): string => {
  const measured = features.map(({ name, value, threshold }) => {
    const shown = typeof value === 'number' ? String(Number(value.toFixed(3))) : value;
    if (threshold === undefined) return `${name} ${shown}`;
    return `${name} ${shown} ${Number(value) < threshold ? 'is below' : 'reaches'} ${threshold}`;
  });
  const why = measured.length > 0 ? measured.join(', ') : 'no threshold is given';
  return wrapped(printableLine(`${by} took ${system}: ${why}`), width).join('\n');
};

/** `0.500 fever (query) + 0.083 rash + …`: most terms came from documents, and those have no source. */
export const expandedText = ({ by, terms }: ExpandedQuery, width: number, lines = TEXT_LINES): string => {
  const said = terms.map(({ term, weight, source }) =>
    unbroken(`${weight.toFixed(3)} ${printableLine(term)}${source === 'documents' ? '' : ` (${source})`}`),
  );
  return [
    ...wrapped(`Expanded by ${printableLine(by)} to ${terms.length} terms`, width),
    ...firstLines(indented(said.join(' + '), width).map(broken), lines),
  ].join('\n');
};

/** The beginning of a text, or what is around its strongest word where that stands further down than `room` columns. */
export const snippetLine = (text: string, matches: ExplainedHit['matches'], room: number): string => {
  const strongest = matches.reduce<ExplainedHit['matches'][number] | undefined>(
    (best, match) => (!best || match.strength > best.strength ? match : best),
    undefined,
  );
  const at = strongest?.range[0] ?? 0;
  const from = at > room * 0.7 ? text.lastIndexOf(' ', at - Math.floor(room / 3)) + 1 : 0;
  const moved = matches
    .filter(({ range }) => range[0] >= from)
    .map((match) => ({ ...match, range: [match.range[0] - from, match.range[1] - from] as const }));
  return (from > 0 ? '… ' : '') + markedLine(text.slice(from, from + 4 * room), moved);
};

export const missText = ({ gold, first, ...nearest }: NearestMiss, width: number): string => {
  const best = `${printableLine(gold.docId)}${gold.rank === null ? ', which was not found' : ` at ${gold.rank}`}`;
  return [
    'Nearest miss',
    ...indented(`${beaten(nearest)} ${best}${byWhat(nearest)}`, width),
    ...(first ? indented(`${beaten(first)} it too${byWhat(first)}`, width) : []),
  ].join('\n');
};

type Beaten = Pick<NearestMiss, 'docId' | 'rank' | 'score' | 'margin' | 'differences'>;

const beaten = ({ docId, rank, score }: Beaten): string =>
  `${printableLine(docId)} at ${rank} (${scoreText(score)}) beats`;

const byWhat = ({ margin, differences }: Beaten): string => {
  const ahead = differences
    .filter(({ value, gold }) => value > gold)
    .slice(0, MISS_PARTS)
    .map((part) => `${printableLine(shownName(part))} +${scoreText(part.value - part.gold)}`);
  const by = margin === null ? '' : ` by ${scoreText(margin)}`;
  return ahead.length > 0 ? `${by}: on ${ahead.join(', ')}` : by;
};

export const missingText = (missing: readonly MissingEvidence[], width: number): string =>
  [
    'Not shown, since it is not kept',
    ...missing.flatMap(({ what, command }) => [
      ...indented(printableLine(what), width),
      // A command is copied: it is never broken.
      ...(command ? [`${INDENT}$ ${printableLine(command)}`] : []),
    ]),
  ].join('\n');
