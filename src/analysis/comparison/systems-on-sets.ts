import { differences, type Json } from '../../core/index.js';
import type { TaskPair } from './match-tasks.js';
import type { SystemScores } from './system-scores.js';

/** A system that was run on both sets. */
export interface SystemOnSets {
  readonly name: string;
  readonly full: SystemScores;
  readonly nano: SystemScores;
}

/** Systems with their scores on two sets of tasks. */
export interface SystemsOnSets {
  readonly systems: readonly SystemOnSets[];
  readonly tasks: readonly TaskPair[];
  /** Who or what is not compared, and settings that differ between the sets, each a sentence. */
  readonly notes: readonly string[];
}

/** What a correlation needs at least. */
const FEWEST = 3;

/**
 * The systems that have every task in both sets, so that each mean is over the same tasks. A task that fewer than three
 * systems have in both sets is left out first: it would cost all others their place.
 */
export const systemsOnSets = (
  full: readonly SystemScores[],
  nano: readonly SystemScores[],
  pairs: readonly TaskPair[],
): SystemsOnSets => {
  const both = full.flatMap((side): readonly SystemOnSets[] => {
    const other = nano.find(({ name }) => name === side.name);
    return other ? [{ name: side.name, full: side, nano: other }] : [];
  });
  const has = (system: SystemOnSets, pair: TaskPair): boolean =>
    system.full.tasks.has(pair.full) && system.nano.tasks.has(pair.nano);
  const counts = new Map(pairs.map((pair) => [pair, both.filter((system) => has(system, pair)).length]));
  const rare = pairs.filter((pair) => counts.get(pair)! < FEWEST);
  // Where no task has enough systems, their number is what is wrong, and the comparison reports it.
  const tasks = rare.length < pairs.length ? pairs.filter((pair) => !rare.includes(pair)) : pairs;
  const systems = both.filter((system) => tasks.every((pair) => has(system, pair)));
  const names = new Set(both.map(({ name }) => name));
  return {
    systems,
    tasks,
    notes: [
      ...[...full, ...nano]
        .filter(({ name }) => !names.has(name))
        .map(({ name }) => `not compared, since run on one set only: ${name}`),
      ...both
        .filter((system) => !systems.includes(system))
        .map((system) => {
          const missing = tasks.filter((pair) => !has(system, pair)).map((pair) => pair.full);
          return `not compared: ${system.name}, which lacks ${missing.join(', ')} in one set`;
        }),
      ...pairs
        .filter((pair) => !tasks.includes(pair))
        .map((pair) => `not compared: ${pair.full}, which ${counts.get(pair)} systems have in both sets`),
      ...systems.flatMap((system) => otherSettings(system, tasks)),
    ],
  };
};

/** Settings besides the name that are not the same in both sets, of the first task where it is so. */
const otherSettings = ({ name, full, nano }: SystemOnSets, tasks: readonly TaskPair[]): readonly string[] => {
  for (const pair of tasks) {
    const [a, b] = [full.tasks.get(pair.full)!.record, nano.tasks.get(pair.nano)!.record];
    const differing = a && b ? differences(a.spec as Json, b.spec as Json) : [];
    if (differing.length > 0)
      return [
        `${name} was run with other settings on the small set: ${differing
          .slice(0, 3)
          .map((each) => `${each.name} ${each.earlier} → ${each.now}`)
          .join(', ')}${differing.length > 3 ? ', …' : ''}`,
      ];
  }
  return [];
};
