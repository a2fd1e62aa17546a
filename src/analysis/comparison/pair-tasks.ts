import { commandLine, InputError, own } from '../../core/index.js';
import type { PairedScores } from '../../evaluation/statistics/index.js';
import { rerunWords } from '../../experiment/record/index.js';
import { taskWords } from '../../tasks/index.js';
import type { ScoredTask, SystemScores } from './system-scores.js';

/** Two systems on one task, query by query. */
export interface PairedTask {
  readonly name: string;
  readonly a: ScoredTask;
  readonly b: ScoredTask;
  /** Queries that both sides hold, in the order of A. */
  readonly queries: readonly string[];
  readonly scores: PairedScores;
  /** Queries that only one side holds: possible where missing rankings are left out of means. */
  readonly unpaired: number;
  /** Queries that A holds and B lacks. */
  readonly lacking: number;
}

export interface SharedTasks {
  /** Tasks that every side has. */
  readonly shared: readonly string[];
  /** Tasks of some sides only, which are not compared. */
  readonly left: readonly { readonly system: string; readonly tasks: readonly string[] }[];
}

/** The tasks that all sides have; of none there is nothing to compare. */
export const sharedTasks = (sides: readonly SystemScores[]): SharedTasks => {
  const shared = [...sides[0]!.tasks.keys()].filter((name) => sides.every(({ tasks }) => tasks.has(name)));
  if (shared.length === 0)
    throw new InputError({
      found: sides
        .map(({ name, tasks }) => `${name} on ${[...tasks.keys()].join(', ') || 'no requested task'}`)
        .join('; '),
      expected: 'a task that all of them were run on',
      fix: 'run them on the same tasks: r2med run --suite … --system … --system …',
    });
  const left = sides
    .map(({ name, tasks }) => ({
      system: name,
      tasks: [...tasks.keys()].filter((task) => !shared.includes(task)),
    }))
    .filter(({ tasks }) => tasks.length > 0);
  return { shared, left };
};

/** Joins two systems on a task. */
export const pairTask = (
  name: string,
  sideA: SystemScores,
  sideB: SystemScores,
  measure: string,
): PairedTask => {
  const [a, b] = [sideA.tasks.get(name)!, sideB.tasks.get(name)!];
  mustBeAlike(name, sideA, sideB);
  const queries = [...a.queries.keys()].filter((id) => b.queries.has(id));
  if (queries.length === 0)
    throw new InputError({
      found: `no query of ${name} that both ${sideA.name} and ${sideB.name} answered`,
      fix: 'score both with --missing zero',
    });
  const scoresOf = (side: SystemScores): Float64Array =>
    Float64Array.from(queries, (id) => scoreOf(side, name, id, measure));
  return {
    name,
    a,
    b,
    queries,
    scores: { a: scoresOf(sideA), b: scoresOf(sideB) },
    unpaired: a.queries.size + b.queries.size - 2 * queries.length,
    lacking: a.queries.size - queries.length,
  };
};

export const scoreOf = (
  { name, tasks }: SystemScores,
  task: string,
  query: string,
  measure: string,
): number => {
  const { scores } = tasks.get(task)!.queries.get(query)!;
  const score = own(scores, measure);
  if (score !== undefined) return score;
  throw new InputError({
    found: `no ${measure} in the record of ${name} on ${task}`,
    expected: `one of ${Object.keys(scores).join(', ')}`,
    fix: `run it again with --measure ${measure} --overwrite, or compare by another measure`,
  });
};

/** Other files, or another rule, would make a difference that of something else. */
export const mustBeAlike = (name: string, sideA: SystemScores, sideB: SystemScores): void => {
  const [a, b] = [sideA.tasks.get(name)!, sideB.tasks.get(name)!];
  const again =
    'run one of them again on the same files: ' +
    commandLine(
      'run',
      ...taskWords(a.task),
      ...(b.record ? rerunWords(b.record) : ['--system', sideB.name]),
      '--overwrite',
    );
  if (a.task.contentHash !== b.task.contentHash)
    throw new InputError({
      found:
        `${name} with other content: ${sideA.name} on ${short(a.task.contentHash)} of ${a.task.suite}, ` +
        `${sideB.name} on ${short(b.task.contentHash)} of ${b.task.suite}`,
      expected: 'both systems run on the same corpus, queries and judgements',
      fix: again,
    });
  for (const part of ['missing', 'ties'] as const)
    if (a.rule[part] !== b.rule[part])
      throw new InputError({
        found: `${name} scored by other rules: ${part} ${a.rule[part]} for ${sideA.name}, ${b.rule[part]} for ${sideB.name}`,
        expected: 'the same rule on both sides',
        fix:
          part === 'missing'
            ? `run one of them again with --missing ${a.rule.missing} --overwrite`
            : 'score both with the same order of ties',
      });
};

const short = (hash: string): string => (hash ? `${hash.slice(0, 12)}…` : 'unknown content');
