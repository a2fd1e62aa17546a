import { counted, cut } from '../core/index.js';
import type { Reproduction } from '../experiment/running/index.js';
import { table } from '../platform/tables/index.js';

const SHOWN = 10;

/** What came out when the system of a record ran again: the verdict, the scores or those that differ, the queries, and the causes. */
export const reproducedRecordText = (made: Reproduction, width: number, all = false): string => {
  const { scores, queries, tolerance, numberType, verdict } = made;
  const changed = scores.filter(({ earlier, now }) => earlier !== now);
  const means = all ? scores : changed.slice(0, SHOWN);
  const moved = all ? queries.differing : queries.differing.slice(0, SHOWN);
  return [
    `${made.system} on ${made.task}: ${VERDICTS[verdict]}`,
    `${counted(scores.length - changed.length, 'score')} of ${scores.length} and the rankings of ${queries.compared - queries.differing.length} of ${counted(queries.compared, 'query', 'queries')} are the same.`,
    `Number type ${numberType}: scores of hits ±${tolerance.score}, means ±${tolerance.mean}${queries.judgedBy === 'means' ? ' (held to the means: it fuses or reranks)' : ''}.`,
    `  ${tolerance.why}`,
    ...(means.length > 0 ? ['', meansText(means, width), ...more(changed.length, means.length)] : []),
    ...(moved.length > 0
      ? ['', queriesText(moved, width), ...more(queries.differing.length, moved.length)]
      : []),
    '',
    ...causesText(made, all, width),
  ].join('\n');
};

const VERDICTS: Readonly<Record<Reproduction['verdict'], string>> = {
  same: 'the same, to the last bit',
  within: 'the same within the tolerance of its number type',
  different: 'different',
};

const more = (all: number, shown: number): readonly string[] =>
  all > shown ? [`${all - shown} more: add --all`] : [];

const meansText = (scores: Reproduction['scores'], width: number): string =>
  table(scores, [
    ['measure', ({ measure }) => measure, 'left'],
    ['record', ({ earlier }) => earlier.toFixed(6)],
    ['now', ({ now }) => now.toFixed(6)],
    ['verdict', ({ verdict }) => verdict, 'left'],
  ]).text(width);

const queriesText = (differing: Reproduction['queries']['differing'], width: number): string =>
  table(differing, [
    ['query', ({ query }) => query, 'left'],
    ['from rank', ({ rank }) => rank ?? 'scores only'],
    ['record', ({ earlier }) => earlier ?? 'none', 'left'],
    ['now', ({ now }) => now ?? 'none', 'left'],
    ['scores differ by', ({ scores }) => scores.toExponential(1)],
    ['tolerance', ({ within }) => (within ? 'within' : 'beyond'), 'left'],
  ]).text(width);

const causesText = ({ causes, verdict }: Reproduction, all: boolean, width: number): readonly string[] => {
  if (causes.length === 0)
    return [
      verdict === 'different'
        ? 'Nothing that a record states explains it: settings, task, versions and machine are the same.'
        : 'Settings, task, versions and machine are the same.',
    ];
  // Where a setting came from explains less than what it is.
  const first = [...causes].sort((a, b) => Number(isSource(a)) - Number(isSource(b)));
  const shown = all ? first : first.slice(0, SHOWN);
  const text = table(shown, [
    ['what differs', ({ kind }) => kind, 'left'],
    ['name', ({ name }) => name, 'left'],
    ['record', ({ earlier }) => cut(earlier, VALUE), 'left'],
    ['now', ({ now }) => cut(now, VALUE), 'left'],
  ]);
  return [text.text(width), ...more(causes.length, shown.length)];
};

/** Characters of a setting's value: a hash is told apart by fewer. */
const VALUE = 20;

const isSource = ({ name }: Reproduction['causes'][number]): boolean => /(^|\.)sources\./.test(name);
