import {
  type DrawnSystem,
  rangesOfDrawn,
  rankRanges,
  type UncertaintyWork,
  uncertaintyWork,
} from '../../analysis/leaderboard/index.js';
import { defined, groupBy, type Workers } from '../../core/index.js';
import type { ScoreColumns } from '../../experiment/results/index.js';
import type { BoardUncertainty, Key, Leaderboard, RowUncertainty } from '../page-data/index.js';
import type { BoardContents } from './boards.js';
import type { QueryFiles } from './query-files.js';
import type { OwnResult } from './records.js';
import { inThreads } from './threads.js';

/** What is known of a board's uncertainty as time goes on. */
export interface UncertaintyInWork {
  /** Intervals of the best rows, which a reader sees first. */
  readonly first: Promise<BoardUncertainty>;
  readonly whole: Promise<BoardUncertainty>;
}

/** Rows on a screen. */
const SEEN = 32;
/** Systems from which on threads are worth their start. */
const MANY = 16;

/** Intervals, ranges of ranks and sets that no test tells apart, of own rows that have a mean: one set of draws for all of it. */
export const uncertaintyOf = (
  { rows, measure, meanOf }: Leaderboard,
  { results }: BoardContents,
  files: QueryFiles,
  workers?: Workers,
): UncertaintyInWork => {
  const compute = async (see: (part: BoardUncertainty) => void): Promise<BoardUncertainty> => {
    const wanted = results.filter(({ record }) => meanOf.includes(record.task.name));
    const columns = await files.columns(wanted);
    const bySystem = groupBy(wanted, ({ system }) => system);
    // Rows are best first.
    const scored = rows.flatMap(({ key, mean }) => {
      const own = meanOf.flatMap(
        (task) => bySystem.get(key)?.find((each) => each.record.task.name === task) ?? [],
      );
      const held = own.flatMap((each) => columns.get(each) ?? []);
      return mean !== undefined && held.length > 0 && held.length === meanOf.length
        ? [scoredRow(key, own, held, measure.name)]
        : [];
    });
    const drawn: DrawnSystem[] = [];
    const same = comparable(scored);
    const found = { sets: [] as readonly (readonly number[])[] };
    const slices = slicesOf(scored, workers?.size ?? 1);
    const pieces: UncertaintyWork[] = [
      ...slices.map(({ from, to }) => ({ draws: scored.slice(from, to).map(({ values }) => values) })),
      ...(same.length > 1 ? [{ sets: same.map(({ zeroed }) => zeroed) }] : []),
    ];
    const part = (): BoardUncertainty => ({
      rows: Object.fromEntries(
        scored.flatMap(({ key, queryWeighted }, i): [Key, RowUncertainty][] =>
          drawn[i] ? [[key, { interval: drawn[i].interval, queryWeighted }]] : [],
        ),
      ),
      whole: false,
    });
    await inThreads(pieces, scored.length < MANY ? undefined : workers, uncertaintyWork, (out, i) => {
      if (out.sets) found.sets = out.sets;
      out.drawn?.forEach((each, place) => {
        drawn[slices[i]!.from + place] = each;
      });
      if (i === 0) see(part());
    });
    const places = new Map(scored.map(({ key }, i) => [key, i]));
    const ranges =
      same.length < 2
        ? []
        : same.every(({ isWhole }) => isWhole)
          ? rangesOfDrawn(same.map(({ key }) => drawn[places.get(key)!]!))
          : rankRanges(same.map(({ zeroed }) => zeroed));
    const compared = new Map(
      same.length < 2
        ? []
        : same.map(({ key }, i) => [key, { rankRange: ranges[i]!, sets: found.sets[i]! }] as const),
    );
    const { rows: intervals } = part();
    const all = Object.entries(intervals).map(([key, row]) => [
      key,
      { ...row, ...defined(compared.get(key as Key) ?? {}) },
    ]);
    return { rows: Object.fromEntries(all), whole: true };
  };
  let whole: Promise<BoardUncertainty> | undefined;
  const first = new Promise<BoardUncertainty>((resolve, reject) => {
    whole = compute(resolve);
    whole.then(resolve, reject);
  });
  first.catch(() => undefined);
  return { first, whole: whole! };
};

/** A first slice for what is seen, and the rest for the threads there are. */
const slicesOf = ({ length }: { readonly length: number }, threads: number) => {
  const size = Math.max(1, Math.ceil((length - SEEN) / threads));
  const starts = [0];
  for (let from = SEEN; from < length; from += size) starts.push(from);
  return length === 0 ? [] : starts.map((from, i) => ({ from, to: starts[i + 1] ?? length }));
};

const scoredRow = (
  key: Key,
  results: readonly OwnResult[],
  columns: readonly ScoreColumns[],
  measure: string,
) => {
  const held = columns.map(({ scores }) => scores.get(measure)!);
  const values = held.map((scores) => scores.filter((score) => !Number.isNaN(score)));
  const all = values.flatMap((scores) => [...scores]);
  return {
    key,
    /** For an interval: queries without a score do not count. */
    values,
    /** For tests and ranks, in which queries are paired. */
    zeroed: held.map((scores) => scores.map((score) => (Number.isNaN(score) ? 0 : score))),
    isWhole: values.every((scores, i) => scores.length === held[i]!.length),
    queryWeighted: all.reduce((sum, score) => sum + score, 0) / all.length,
    rule: JSON.stringify(
      results.map(({ record: { task, evaluation } }) => [
        task.contentHash,
        evaluation.ties,
        evaluation.missing,
      ]),
    ),
    ids: columns.map(({ ids }) => ids),
  };
};

/** Most rows have the same data and rule; those with others could not be paired with them. */
const comparable = (scored: readonly ReturnType<typeof scoredRow>[]) => {
  const lists = new Map<readonly string[], number>();
  for (const list of scored.flatMap(({ ids }) => ids)) if (!lists.has(list)) lists.set(list, lists.size);
  const groups = groupBy(scored, ({ rule, ids }) => `${rule} ${ids.map((list) => lists.get(list)).join()}`);
  const [same = []] = [...groups.values()].sort((a, b) => b.length - a.length);
  return same;
};
