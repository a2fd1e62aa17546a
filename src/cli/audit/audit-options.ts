import {
  type AuditOptions,
  type AuditPart,
  readCaseTable,
  readExpansions,
} from '../../benchmarks/audit/index.js';
import type { Task, Tools } from '../../core/index.js';
import type { ModelOptions, SystemContext } from '../../experiment/systems/index.js';
import { generatedTexts, wantedTexts } from './generated-texts.js';
import { collectionFor, type LeakSource, openLeakSource } from './leak-sources.js';
import { resultsIn, systemsScores } from './systems-scores.js';
import { mustHaveVectors, vectorSpace } from './vector-space.js';

/** Flags that say what a task is audited with. */
export interface AuditInputFlags extends ModelOptions {
  readonly suite?: string;
  readonly only?: readonly AuditPart[];
  readonly leakWith?: readonly string[];
  readonly cases?: string;
  readonly abbreviations?: string;
  readonly retriever?: readonly string[];
  readonly generations?: readonly string[];
  readonly results?: string;
  readonly measure: string;
  readonly analyzer: string;
  readonly seed: number;
}

/** What all tasks of a call are audited with: files are read, and names refused, before the first task. */
export interface PreparedAudit {
  /** Published generations that tasks are needed with. */
  readonly generations: readonly string[];
  optionsFor(task: Task): Promise<AuditOptions>;
}

export const prepareAudit = async (
  flags: AuditInputFlags,
  context: Omit<SystemContext, 'task'>,
  tools: Tools,
): Promise<PreparedAudit> => {
  const { retriever = [], leakWith = [] } = flags;
  const wanted = (flags.generations ?? []).map(wantedTexts);
  for (const name of retriever) mustHaveVectors(name);
  const results = flags.results === undefined ? [] : await resultsIn(flags.results);
  const cases = flags.cases === undefined ? undefined : await readCaseTable(flags.cases);
  const expansions =
    flags.abbreviations === undefined ? undefined : await readExpansions(flags.abbreviations);
  const leaks: LeakSource[] = [];
  for (const name of leakWith) leaks.push(await openLeakSource(name, flags, tools));
  return {
    generations: wanted.flatMap(({ method, llm, from }) => (from ? [] : [`${method}/${llm}`])),
    optionsFor: async (task) => ({
      seed: flags.seed,
      analyzer: flags.analyzer,
      ...(flags.only && { parts: flags.only }),
      leakWith: leaks.flatMap((source) => collectionFor(task, source)),
      ...(cases && { cases }),
      ...(expansions && { expansions }),
      spaces: await Promise.all(retriever.map((name) => vectorSpace(name, task, context))),
      generated: await Promise.all(wanted.map((each) => generatedTexts(each, task, context, tools))),
      systems: await systemsScores(task, results, flags.measure, tools),
    }),
  };
};
