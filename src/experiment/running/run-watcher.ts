import type { Run, Task } from '../../core/index.js';
import type { Result } from '../record/index.js';

/** Somebody who looks on while systems run. `system` is the name that the plan gave it. */
export interface RunWatcher {
  began(system: string, task: Task): void;
  /** Rankings so far; called after every batch of queries. */
  answered(system: string, task: Task, run: Run): void;
  ended(system: string, task: Task, result: Result): void;
  failed(system: string, task: Task, error: unknown): void;
}
