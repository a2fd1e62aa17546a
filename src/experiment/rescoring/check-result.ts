import type { Judgements } from '../../core/index.js';
import { parseMeasure } from '../../evaluation/measures/index.js';
import { TIE } from '../../evaluation/statistics/index.js';
import type { QueryResult } from '../record/index.js';
import { inspectResult, readResultRun, type StoredResult } from '../results/index.js';
import type { OpenTask } from './open-task.js';
import { queryResults, scoreSaved, withAnswered } from './query-results.js';
import { rebuildResult } from './rebuild.js';

/** What a check found in the folder of a result. */
export interface CheckedResult {
  readonly folder: string;
  /** As far as the record can be read. */
  readonly system?: string;
  readonly task?: string;
  /** Work failed while it was made, so the scores are not those of the system. */
  readonly incomplete?: true;
  /** Whether all files are what was written. */
  readonly sealed: boolean;
  /** Whether the scores were computed again from the ranking and the judgements, and if not, why. */
  readonly recomputed: true | 'seal broken' | 'task not here';
  /** Each a sentence, with the file it is about; none where everything is as it was written. */
  readonly problems: readonly string[];
  /** Files that were written again as they were. */
  readonly rebuilt: readonly string[];
}

/** Settings of a check. */
export interface CheckOptions {
  /** Restores what follows from an unchanged ranking. */
  readonly rebuild?: boolean;
}

/** Compares a result with its seal, and its scores with what its ranking and the judgements give. */
export const checkResult = async (
  folder: string,
  open: OpenTask,
  { rebuild = false }: CheckOptions = {},
): Promise<CheckedResult> => {
  const found = await inspectResult(folder);
  if (!found)
    return {
      folder,
      sealed: false,
      recomputed: 'seal broken',
      problems: [`${folder}: no record`],
      rebuilt: [],
    };
  const { record, seal, queries, problems } = found;
  const named = {
    folder,
    ...(record && { system: record.system, task: record.task.name }),
    ...(record?.incomplete && { incomplete: true as const }),
  };
  // A record that was changed may name another task; then its content is not that of the record, and nothing is rebuilt.
  const task = record && (await open(record.task));
  if (problems.length > 0) {
    const rebuilt = rebuild && task ? await rebuildResult(found, task.judgements) : [];
    if (rebuilt.length > 0) return { ...(await checkResult(folder, open)), rebuilt };
    const said = problems.map(({ details }) => `${details.at!.file}: ${details.found}`);
    const why = rebuild ? [`${folder}: cannot be rebuilt; run it again with --overwrite`] : [];
    return { ...named, sealed: false, recomputed: 'seal broken', problems: [...said, ...why], rebuilt: [] };
  }
  if (!task) return { ...named, sealed: true, recomputed: 'task not here', problems: [], rebuilt: [] };
  const differing = await differences(
    { record: record!, seal: seal!, queries: queries!, folder },
    task.judgements,
  );
  return { ...named, sealed: true, recomputed: true, problems: differing, rebuilt: [] };
};

/** Where a result is not what its ranking and the judgements give. */
const differences = async (result: StoredResult, judgements: Judgements): Promise<readonly string[]> => {
  const { record, queries, folder } = result;
  const run = withAnswered(await readResultRun(result), queries);
  const measures = Object.keys(record.scores).map(parseMeasure);
  const evaluation = scoreSaved(run, judgements, measures, record.evaluation);
  const own = new Map(queryResults(run, judgements, evaluation).map((query) => [query.id, query]));
  const queryIds = new Set(queries.map(({ id }) => id));
  const wrong = queries.filter((query) => !isSame(query, own.get(query.id))).map(({ id }) => id);
  const missing = [...own.keys()].filter((id) => !queryIds.has(id));
  const means = Object.keys(record.scores).filter(
    (name) => !isNear(record.scores[name]!, evaluation.means[name]!),
  );
  return [
    ...(wrong.length > 0 ? [`${folder}: scores of ${listed(wrong)} are not what run.trec gives`] : []),
    ...(missing.length > 0 ? [`${folder}: no scores of ${listed(missing)}, which run.trec ranks`] : []),
    ...(means.length > 0 ? [`${folder}: ${listed(means)} in record.json is not what run.trec gives`] : []),
  ];
};

const isSame = (saved: QueryResult, own: QueryResult | undefined): boolean =>
  own !== undefined &&
  saved.hits === own.hits &&
  sameEntries(saved.ranks, own.ranks, (a, b) => a === b) &&
  sameEntries(saved.scores, own.scores, isNear);

const sameEntries = <T>(
  a: Readonly<Record<string, T>>,
  b: Readonly<Record<string, T>>,
  same: (a: T, b: T) => boolean,
): boolean => {
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && same(a[name]!, b[name]!))
  );
};

/** Another processor may round a logarithm in another way. */
const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= TIE;

const SHOWN = 3;

const listed = (names: readonly string[]): string =>
  names.length > SHOWN
    ? `${names.slice(0, SHOWN).join(', ')} and ${names.length - SHOWN} more`
    : names.join(', ');
