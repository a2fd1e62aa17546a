import type { ComparisonRow } from '../../../../evaluation/statistics/index.js';
import { format } from '../../../../platform/tables/index.js';
import { differences } from '../../parts/interval-chart.js';

/** What counts as supported: fewer than one in twenty of chance, corrected for all questions of its kind. */
export const isSupported = ({ pHolm = 1 }: { readonly pHolm?: number }): boolean => pHolm < 0.05;

const points = (value: number): string => format.score(Math.abs(value));

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

const counted = (count: number): string => NUMBERS[count] ?? `${count}`;

type AnswerProps = { overall: ComparisonRow; rows: readonly ComparisonRow[]; measure: string };

/** The answer to "is B better than A?" in a sentence with its interval, and how far single tasks bear it out. */
export const Answer = ({ overall, rows, measure }: AnswerProps) => {
  const tasks = rows.filter(({ kind }) => kind === 'task');
  const over = `over ${format.count(overall.queries)} queries of ${tasks.length === 1 ? tasks[0]!.over : `${counted(tasks.length)} tasks`}`;
  return (
    <p className="lead answer">
      <Verdict overall={overall} measure={measure} over={over} /> {tasks.length > 1 && taskText(tasks)}
    </p>
  );
};

const Verdict = ({ overall, measure, over }: { overall: ComparisonRow; measure: string; over: string }) => {
  const { difference, queries } = overall;
  if (queries < 2)
    return (
      <>
        One query cannot tell: {format.difference(difference)} points of {measure}.
      </>
    );
  if (isSupported(overall))
    return (
      <>
        {difference > 0 ? 'Yes, by ' : 'No, it is worse by '}
        <b>{points(difference)}</b> points of {measure} (95 % interval of the difference{' '}
        {differences(overall.interval)}), {over}; p {format.chance(overall.pHolm!)}.
      </>
    );
  return (
    <>
      Not shown: the difference of <b>{format.difference(difference)}</b> points of {measure} (95 % interval{' '}
      {differences(overall.interval)}), {over}, is not more than chance could give (p{' '}
      {format.chance(overall.pHolm!)}).
    </>
  );
};

const taskText = (tasks: readonly ComparisonRow[]): string => {
  const supported = tasks.filter(isSupported);
  if (supported.length === 0) return 'On no single task does the test support a difference.';
  const better = supported.filter(({ difference }) => difference > 0);
  const worse = supported.filter(({ difference }) => difference < 0);
  return [
    ...(better.length > 0 ? [`The test supports it on ${named(better, tasks)}`] : []),
    ...(worse.length > 0
      ? [`${better.length > 0 ? 'the opposite' : 'It supports the opposite'} on ${named(worse, tasks)}`]
      : []),
  ]
    .join(', ')
    .concat('.');
};

const named = (some: readonly ComparisonRow[], all: readonly ComparisonRow[]): string =>
  some.length === all.length
    ? `all ${counted(all.length)} tasks`
    : some.length > 3
      ? `${counted(some.length)} of ${counted(all.length)} tasks`
      : some.map(({ over }) => over).join(', ');
