import { groupBy, random } from '../../core/index.js';
import { between, checked, draw, type Interval, type IntervalOptions } from './interval.js';

/** Scores of a system, task by task. */
type Tasks = readonly ArrayLike<number>[];

/**
 * Percentile bootstrap of the unweighted mean of task means: queries are drawn with replacement within each task, the
 * tasks themselves stay.
 */
export const macroInterval = (tasks: Tasks, options: IntervalOptions = {}): Interval =>
  macroIntervals([tasks], options)[0]!;

/** The interval of each of several systems, the same as one by one. Systems with as many queries share draws, which is many times faster. */
export const macroIntervals = (
  systems: readonly Tasks[],
  options: IntervalOptions = {},
): readonly Interval[] => {
  const { level } = checked(options, [[0]]);
  return macroDraws(systems, options).map((means) => between(means, level));
};

/** The mean of task means of each system in each draw, of which its interval is the middle. The first draws are those of a call with fewer. */
export const macroDraws = (
  systems: readonly Tasks[],
  options: IntervalOptions = {},
): readonly Float64Array[] => {
  const { samples, seed } = checked(options, [[0]]);
  for (const tasks of systems) checked(options, tasks);
  const found: Float64Array[] = [];
  const places = systems.map((tasks, place) => ({ place, sizes: tasks.map(({ length }) => length) }));
  for (const alike of groupBy(places, ({ sizes }) => sizes.join()).values()) {
    const { sizes } = alike[0]!;
    const means = drawnMeans(
      alike.map(({ place }) => systems[place]!),
      sizes,
      samples,
      random(seed),
    );
    alike.forEach(({ place }, i) => {
      found[place] = means[i]!;
    });
  }
  return found;
};

/** Systems that are summed side by side: a processor adds four numbers in the time that one sum takes for its next. */
const LANES = 4;
/** Draws that are made before any is summed: the scores of four systems then stay at hand for all of them. */
const BATCH = 64;

const drawnMeans = (
  systems: readonly Tasks[],
  sizes: readonly number[],
  samples: number,
  next: () => number,
): readonly Float64Array[] => {
  const blocks = Array.from({ length: Math.ceil(systems.length / LANES) }, (_, block) =>
    sizes.map((size, task) => sideBySide(systems.slice(block * LANES, (block + 1) * LANES), task, size)),
  );
  const means = blocks.flatMap(() => Array.from({ length: LANES }, () => new Float64Array(samples)));
  const batch = Array.from({ length: Math.min(BATCH, samples) }, () =>
    sizes.map((size) => new Uint32Array(size)),
  );
  const sums = new Float64Array(LANES);
  for (let first = 0; first < samples; first += batch.length) {
    const drawn = batch.slice(0, samples - first);
    for (const rows of drawn) for (const each of rows) draw(each, next);
    blocks.forEach((tasks, block) => {
      drawn.forEach((rows, i) => {
        sums.fill(0);
        for (let task = 0; task < tasks.length; task++) addMeans(sums, tasks[task]!, rows[task]!);
        for (let lane = 0; lane < LANES; lane++)
          means[block * LANES + lane]![first + i] = sums[lane]! / sizes.length;
      });
    });
  }
  return means;
};

/** The scores of up to four systems on a task, those of a query next to each other. */
const sideBySide = (systems: readonly Tasks[], task: number, size: number): Float64Array => {
  const scores = new Float64Array(size * LANES);
  systems.forEach((tasks, lane) => {
    for (let query = 0; query < size; query++) scores[query * LANES + lane] = tasks[task]![query]!;
  });
  return scores;
};

const addMeans = (sums: Float64Array, scores: Float64Array, rows: Uint32Array): void => {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let i = 0; i < rows.length; i++) {
    const at = rows[i]! * LANES;
    a += scores[at]!;
    b += scores[at + 1]!;
    c += scores[at + 2]!;
    d += scores[at + 3]!;
  }
  sums[0]! += a / rows.length;
  sums[1]! += b / rows.length;
  sums[2]! += c / rows.length;
  sums[3]! += d / rows.length;
};
