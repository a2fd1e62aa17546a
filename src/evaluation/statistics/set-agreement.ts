import { defined, InputError, random } from '../../core/index.js';
import { kendall, spearman } from './correlation.js';
import { between, checked, draw, type Interval, type IntervalOptions } from './interval.js';
import { meanOf } from './significance/differences.js';

/** Scores by system and, for each, by query. */
type Scores = readonly ArrayLike<number>[];

/** One task in two sets, a full one and a small one made of it, scored for the same systems in the same order. */
export interface SetPair {
  /** Queries that both sets have, in the same order. */
  readonly shared: { readonly full: Scores; readonly nano: Scores };
  /** Queries of one set alone. */
  readonly fullOnly: Scores;
  readonly nanoOnly: Scores;
}

/** A figure of the queries there are, and where it would lie had other queries of the same kind been asked. */
export interface Estimate {
  readonly value: number;
  readonly interval: Interval;
}

/** How far two sets agree about systems. */
export interface SetAgreement {
  /** Mean scores by system. */
  readonly full: readonly number[];
  readonly nano: readonly number[];
  /** Of the means; absent where the systems are all tied in one set. */
  readonly spearman?: Estimate;
  readonly kendall?: Estimate;
  /** Nano − full, by system. */
  readonly shifts: readonly Estimate[];
  /** The mean of the shifts. */
  readonly shift: Estimate;
}

/** How two sets of tasks agree on systems, per task and overall. */
export interface SetsAgreement {
  readonly tasks: readonly SetAgreement[];
  /** Of the unweighted means over tasks. */
  readonly mean: SetAgreement;
}

/**
 * Agreement per task and over the mean of tasks, with percentile bootstrap intervals. Queries are drawn within their task,
 * and all systems and both sets see the same draw: a query of both sets is drawn for both, those of one set alone among
 * themselves. The systems stay as they are; drawing a handful of systems would say little. A draw in which all systems tie
 * has no correlation and is left out of that interval.
 */
export const setAgreement = (tasks: readonly SetPair[], options: IntervalOptions = {}): SetsAgreement => {
  const sources = tasks.map(checkedPair);
  const { level, samples, seed } = checked(
    options,
    sources.flatMap(({ full, nano }) => [full[0]!, nano[0]!]),
  );
  const found = withMean(sources.map((source) => meansOf(source, everyRow(source))));
  const next = random(seed);
  const rows = sources.map(everyRow);
  const drawn = found.map((): Statistics[] => []);
  for (let sample = 0; sample < samples; sample++)
    withMean(sources.map((source, i) => meansOf(source, drawRows(rows[i]!, source, next)))).forEach(
      (means, i) => {
        drawn[i]!.push(statisticsOf(means));
      },
    );
  const agreements = found.map((means, i) => agreementOf(means, drawn[i]!, level));
  return { tasks: agreements.slice(0, -1), mean: agreements.at(-1)! };
};

/** Each set's scores with the queries of both sets first. */
interface Source {
  readonly full: readonly Float64Array[];
  readonly nano: readonly Float64Array[];
  readonly shared: number;
}

interface Rows {
  readonly full: Uint32Array;
  readonly nano: Uint32Array;
}

interface Means {
  readonly full: readonly number[];
  readonly nano: readonly number[];
}

interface Statistics {
  readonly spearman: number | undefined;
  readonly kendall: number | undefined;
  readonly shifts: readonly number[];
  readonly shift: number;
}

const checkedPair = ({ shared, fullOnly, nanoOnly }: SetPair): Source => {
  const joined = (both: Scores, only: Scores): readonly Float64Array[] =>
    both.map((scores, system) => Float64Array.from([...Array.from(scores), ...Array.from(only[system]!)]));
  const systems = new Set([shared.full, shared.nano, fullOnly, nanoOnly].map(({ length }) => length));
  if (systems.size !== 1 || systems.has(0))
    throw new InputError({
      found: 'sets scored for other systems',
      expected: 'the same systems, at least one',
      fix: 'score every system on both sets',
    });
  const full = joined(shared.full, fullOnly);
  const nano = joined(shared.nano, nanoOnly);
  const source = { full, nano, shared: shared.full[0]!.length };
  const even = [full, nano].every((scores) => scores.every(({ length }) => length === scores[0]!.length));
  if (!even || [...shared.full, ...shared.nano].some(({ length }) => length !== source.shared))
    throw new InputError({
      found: 'systems scored on other queries',
      expected: 'the same queries for all',
      fix: 'score all systems on the same queries',
    });
  return source;
};

const everyRow = ({ full, nano }: Source): Rows => ({
  full: new Uint32Array(full[0]!.length).map((_, row) => row),
  nano: new Uint32Array(nano[0]!.length).map((_, row) => row),
});

const drawRows = (rows: Rows, { shared }: Source, next: () => number): Rows => {
  rows.nano.set(draw(rows.full.subarray(0, shared), next));
  for (const side of [rows.full, rows.nano]) {
    const own = draw(side.subarray(shared), next);
    for (let i = 0; i < own.length; i++) own[i]! += shared;
  }
  return rows;
};

const meansOf = ({ full, nano }: Source, rows: Rows): Means => ({
  full: full.map((scores) => meanAt(scores, rows.full)),
  nano: nano.map((scores) => meanAt(scores, rows.nano)),
});

const meanAt = (scores: Float64Array, rows: Uint32Array): number => {
  let sum = 0;
  for (let i = 0; i < rows.length; i++) sum += scores[rows[i]!]!;
  return sum / rows.length;
};

/** The means of every task, and behind them their mean. */
const withMean = (tasks: readonly Means[]): readonly Means[] => {
  const over = (side: keyof Means): readonly number[] =>
    tasks[0]![side].map((_, system) => meanOf(tasks.map((means) => means[side][system]!)));
  return [...tasks, { full: over('full'), nano: over('nano') }];
};

const statisticsOf = ({ full, nano }: Means): Statistics => {
  const shifts = nano.map((mean, system) => mean - full[system]!);
  const [x, y] = [full.map(comparable), nano.map(comparable)];
  return { spearman: spearman(x, y)?.r, kendall: kendall(x, y), shifts, shift: meanOf(shifts) };
};

/** Means that only the order of their sums parts are tied. */
const comparable = (mean: number): number => Math.round(mean * 1e12);

const agreementOf = (means: Means, drawn: readonly Statistics[], level: number): SetAgreement => {
  const estimate = (value: number, of: (statistics: Statistics) => number | undefined): Estimate => {
    const values = Float64Array.from(drawn.flatMap((statistics) => of(statistics) ?? []));
    return {
      value,
      interval: values.length > 0 ? between(values, level) : { low: value, high: value, level },
    };
  };
  const found = statisticsOf(means);
  return {
    ...means,
    ...defined({
      spearman: found.spearman === undefined ? undefined : estimate(found.spearman, (each) => each.spearman),
      kendall: found.kendall === undefined ? undefined : estimate(found.kendall, (each) => each.kendall),
    }),
    shifts: found.shifts.map((shift, system) => estimate(shift, ({ shifts }) => shifts[system])),
    shift: estimate(found.shift, ({ shift }) => shift),
  };
};
