import {
  displayWidth,
  type ExpandedQuery,
  own,
  padded,
  printableLine,
  type ScorePart,
  shownName,
} from '../core/index.js';
import type {
  ExplainedHit,
  ExplainedText,
  GoldDocument,
  MissingEvidence,
  NearestMiss,
  QueryExplanation,
  SystemExplanation,
} from '../experiment/record/index.js';
import { scoreText as percent, type TableColumn, table } from '../platform/tables/index.js';
import { broken, firstLines, markedLine, unbroken, wrapped } from './marked-text.js';

const INDENT = '  ';
/** Lines of text that wide reading allows at most. */
const WIDEST = 100;
const QUERY_LINES = 12;
const TEXT_LINES = 4;
const SNIPPET_LINES = 3;
const PARTS = 4;
const MISS_PARTS = 4;
const MEASURES = ['nDCG@10', 'Recall@10'];

/** A part of a score as people read it: two decimals above 10, else four digits. */
export const scoreText = (value: number): string => {
  const size = Math.abs(value);
  return value.toFixed(Number.isInteger(value) && size >= 1 ? 0 : size >= 10 ? 2 : size >= 1 ? 3 : 4);
};

/** An explanation as text for a terminal of so many columns. */
export const explanationText = (explanation: QueryExplanation, width: number): string => {
  const { task, query, systems } = explanation;
  const labels = [
    query.bodySystem,
    query.answer && `answer: ${query.answer}`,
    query.excluded && `excluded: ${query.excluded.join(', ')}`,
  ].flatMap((label) => label ?? []);
  const head = [`${task.name} › ${query.id}`, ...labels].map(printableLine).join('   ');
  return [
    [
      ...wrapped(head, width),
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
    ['Where gold is', ({ system }) => system, 'left'],
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
    ...wrapped(printableLine(system), width).map((line) => `━━ ${line}`),
    ...wrapped(facts.join(' · '), width),
    ...wrapped(`→ ${printableLine(why)}`, width),
  ].join('\n');
};

const indented = (text: string, width: number, indent = INDENT): readonly string[] =>
  wrapped(text, Math.min(width, WIDEST) - displayWidth(indent)).map((line) => indent + line);

const words = (text: string): string => {
  const count = text.split(/\s+/).filter(Boolean).length;
  return `${count} ${count === 1 ? 'word' : 'words'}`;
};

const generatedText = ({ method, llm, text, thinking }: ExplainedText, width: number): string => {
  const thought = thinking ? `, after ${words(thinking)} of thinking (shown by --json)` : '';
  return [
    ...wrapped(`Written for it by ${printableLine(`${method}(${llm})`)}, ${words(text)}${thought}`, width),
    ...firstLines(indented(markedLine(text, []), width), TEXT_LINES),
  ].join('\n');
};

/** `0.500 fever (query) + 0.083 rash + …`: most terms came from documents, and those have no source. */
const expandedText = ({ by, terms }: ExpandedQuery, width: number): string => {
  const said = terms.map(({ term, weight, source }) =>
    unbroken(`${weight.toFixed(3)} ${printableLine(term)}${source === 'documents' ? '' : ` (${source})`}`),
  );
  return [
    ...wrapped(`Expanded by ${printableLine(by)} to ${terms.length} terms`, width),
    ...firstLines(indented(said.join(' + '), width).map(broken), TEXT_LINES),
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
  const title = `${start}  ${printableLine(docId)}${gold ? '  gold' : ''}`;
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

/** The beginning of a text, or what is around its strongest word where that stands further down. */
const snippet = (text: string, matches: ExplainedHit['matches'], width: number, indent: string) => {
  const room = (Math.min(width, WIDEST) - indent.length) * SNIPPET_LINES;
  const strongest = matches.reduce<ExplainedHit['matches'][number] | undefined>(
    (best, match) => (!best || match.strength > best.strength ? match : best),
    undefined,
  );
  const at = strongest?.range[0] ?? 0;
  const from = at > room * 0.7 ? text.lastIndexOf(' ', at - Math.floor(room / 3)) + 1 : 0;
  const moved = matches
    .filter(({ range }) => range[0] >= from)
    .map((match) => ({ ...match, range: [match.range[0] - from, match.range[1] - from] as const }));
  const line = (from > 0 ? '… ' : '') + markedLine(text.slice(from, from + 4 * room), moved);
  return firstLines(indented(line, width, indent), SNIPPET_LINES);
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
    `Gold not among the ${found} found`,
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

const missText = ({ gold, first, ...nearest }: NearestMiss, width: number): string => {
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

const missingText = (missing: readonly MissingEvidence[], width: number): string =>
  [
    'Not shown, since it is not kept',
    ...missing.flatMap(({ what, command }) => [
      ...indented(printableLine(what), width),
      // A command is copied: it is never broken.
      ...(command ? [`${INDENT}$ ${printableLine(command)}`] : []),
    ]),
  ].join('\n');
