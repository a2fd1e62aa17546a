import { settledOptions } from '../../src/benchmarks/audit/reasoning/options.js';
import { testEvidence } from '../../src/benchmarks/audit/validity/evidence.js';
import { verdictOf } from '../../src/benchmarks/audit/validity/verdict.js';
import { testTools } from './tools.js';
import {
  type TopicTask,
  taskOfTopics,
  topicTask,
  withAnswers,
  withGarbledQueries,
  withRandomJudgements,
  withShiftedJudgements,
  withShuffledJudgements,
  withSwappedJudgements,
} from './topic-task.js';

/** How often tasks of one kind fail: false alarms of sound ones; of broken ones, the rest are misses. */
export interface ValidityRate {
  readonly kind: string;
  readonly isSound: boolean;
  readonly tasks: number;
  readonly failed: number;
}

/** On average a query shares one of the five words of its topic with its evidence. */
const weak = (seed: number): TopicTask => topicTask(seed, { queries: 30, shared: 0.2 });

const KINDS: readonly { readonly kind: string; readonly isSound: boolean; task(seed: number): TopicTask }[] =
  [
    { kind: 'sound', isSound: true, task: weak },
    { kind: 'sound, with answers', isSound: true, task: (seed) => withAnswers(weak(seed)) },
    {
      kind: 'sound, three documents for each query repeat its words and are not relevant',
      isSound: true,
      task: (seed) => topicTask(seed, { queries: 30, shared: 0.2, misleading: 3 }),
    },
    {
      kind: 'sound, 100 queries',
      isSound: true,
      task: (seed) => topicTask(seed, { queries: 100, shared: 0.2 }),
    },
    { kind: 'shuffled judgements', isSound: false, task: (seed) => withShuffledJudgements(weak(seed), seed) },
    {
      kind: 'shuffled judgements, with answers',
      isSound: false,
      task: (seed) => withShuffledJudgements(withAnswers(weak(seed)), seed),
    },
    {
      kind: 'shuffled judgements, 60 queries',
      isSound: false,
      task: (seed) => withShuffledJudgements(topicTask(seed, { queries: 60, shared: 0.2 }), seed),
    },
    {
      kind: 'judgements of two queries swapped',
      isSound: false,
      task: (seed) => withSwappedJudgements(weak(seed)),
    },
    { kind: 'ids off by one', isSound: false, task: (seed) => withShiftedJudgements(weak(seed)) },
    {
      kind: 'random documents judged',
      isSound: false,
      task: (seed) => withRandomJudgements(weak(seed), seed),
    },
    { kind: 'ROT13 queries', isSound: false, task: (seed) => withGarbledQueries(weak(seed)) },
    {
      kind: 'ROT13 queries, with answers',
      isSound: false,
      task: (seed) => withGarbledQueries(withAnswers(weak(seed))),
    },
  ];

/** Tests so many generated tasks of each kind, or of those whose name begins so. A task fails if its judgements, or its queries alone, are no better than chance. */
export async function* validityRates(tasks: number, firstSeed = 1, kinds = ''): AsyncGenerator<ValidityRate> {
  for (const { kind, isSound, task } of KINDS) {
    if (!kind.startsWith(kinds)) continue;
    let failed = 0;
    for (let seed = firstSeed; seed < firstSeed + tasks; seed++) {
      const tests = await testEvidence(taskOfTopics(task(seed)), testTools(), settledOptions({}));
      const asked = [tests, tests.filter(({ of }) => of === 'query')];
      if (asked.some((some) => verdictOf(some) !== 'better')) failed++;
    }
    yield { kind, isSound, tasks, failed };
  }
}
