import { byCodePoint } from '../../core/index.js';
import { type SystemText, stagesOf } from '../../search/pipeline/index.js';

interface Ordered {
  readonly system: string;
  readonly stages: SystemText;
  readonly name: string;
}

/**
 * Puts systems in an order in which those that have stages in common follow each other, so that a shared stage (a model
 * that is loaded, an index that is open) is soon done with. Next comes the system that has most in common with what is
 * open and still needed, then the one that adds least, then the first by name: the order of the input plays no part.
 */
export const runOrder = <Run extends Ordered>(runs: readonly Run[]): readonly Run[] => {
  const waiting = [...runs]
    .sort((a, b) => byCodePoint(a.system, b.system) || byCodePoint(a.name, b.name))
    .map((run) => ({ run, stages: stagesOf(run.stages) }));
  const ordered: Run[] = [];
  let open: ReadonlySet<string> = new Set();
  while (waiting.length > 0) {
    let best = 0;
    for (let i = 1; i < waiting.length; i++)
      if (better(waiting[i]!.stages, waiting[best]!.stages, open)) best = i;
    const [{ run, stages }] = waiting.splice(best, 1) as [(typeof waiting)[number]];
    ordered.push(run);
    const needed = new Set(waiting.flatMap((each) => each.stages));
    open = new Set([...open, ...stages].filter((stage) => needed.has(stage)));
  }
  return ordered;
};

const better = (a: readonly string[], b: readonly string[], open: ReadonlySet<string>): boolean => {
  const shared = (stages: readonly string[]): number => stages.filter((stage) => open.has(stage)).length;
  const [sharedA, sharedB] = [shared(a), shared(b)];
  return sharedA !== sharedB ? sharedA > sharedB : a.length < b.length;
};
