import { InputError } from '../../core/index.js';
import type { SetPair } from '../../evaluation/statistics/index.js';
import type { TaskPair } from './match-tasks.js';
import { mustBeAlike, scoreOf } from './pair-tasks.js';
import type { SystemScores } from './system-scores.js';
import type { SystemOnSets } from './systems-on-sets.js';

/** A task in both sets: scores by system and query, the queries of both sets first. */
export interface ScoredPair {
  readonly task: TaskPair;
  readonly full: readonly Float64Array[];
  readonly nano: readonly Float64Array[];
  /** How many queries both sets have. */
  readonly shared: number;
  readonly sets: SetPair;
  /** Queries that not every system has a score for. */
  readonly leftOut: { readonly full: number; readonly nano: number };
}

/** Joins the systems' scores on a task in both sets, by query id. */
export const scorePair = (task: TaskPair, systems: readonly SystemOnSets[], measure: string): ScoredPair => {
  const fullSides = systems.map(({ full }) => full);
  const nanoSides = systems.map(({ nano }) => nano);
  const full = queriesOf(task.full, fullSides);
  const nano = queriesOf(task.nano, nanoSides);
  mustBeOneRule(task, fullSides[0]!, nanoSides[0]!);
  const shared = full.held.filter((id) => nano.ids.has(id));
  const alone = (own: readonly string[], others: ReadonlySet<string>) => own.filter((id) => !others.has(id));
  const scores = (sides: readonly SystemScores[], name: string, ids: readonly string[]) =>
    sides.map((side) => Float64Array.from(ids, (id) => scoreOf(side, name, id, measure)));
  const fullScores = scores(fullSides, task.full, [...shared, ...alone(full.held, nano.ids)]);
  const nanoScores = scores(nanoSides, task.nano, [...shared, ...alone(nano.held, full.ids)]);
  const first = (all: readonly Float64Array[]) => all.map((own) => own.subarray(0, shared.length));
  const rest = (all: readonly Float64Array[]) => all.map((own) => own.subarray(shared.length));
  return {
    task,
    full: fullScores,
    nano: nanoScores,
    shared: shared.length,
    sets: {
      shared: { full: first(fullScores), nano: first(nanoScores) },
      fullOnly: rest(fullScores),
      nanoOnly: rest(nanoScores),
    },
    leftOut: { full: full.leftOut, nano: nano.leftOut },
  };
};

/** The queries that every system has a score for, in the order of the first. */
const queriesOf = (name: string, sides: readonly SystemScores[]) => {
  for (const side of sides) mustBeAlike(name, sides[0]!, side);
  const all = sides.map(({ tasks }) => tasks.get(name)!.queries);
  const held = [...all[0]!.keys()].filter((id) => all.every((queries) => queries.has(id)));
  if (held.length === 0)
    throw new InputError({
      found: `no query of ${name} that all systems answered`,
      fix: 'score all with --missing zero',
    });
  const leftOut = new Set(all.flatMap((queries) => [...queries.keys()])).size - held.length;
  return { held, ids: new Set(held), leftOut };
};

const mustBeOneRule = ({ full, nano }: TaskPair, fullSide: SystemScores, nanoSide: SystemScores): void => {
  const [a, b] = [fullSide.tasks.get(full)!.rule, nanoSide.tasks.get(nano)!.rule];
  for (const part of ['missing', 'ties'] as const)
    if (a[part] !== b[part])
      throw new InputError({
        found: `the two sets scored by other rules: ${part} ${a[part]} for ${full}, ${b[part]} for ${nano}`,
        expected: 'the same rule for both sets',
        fix: 'run one of them again with the rule of the other and --overwrite',
      });
};
