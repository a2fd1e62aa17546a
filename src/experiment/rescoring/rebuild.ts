import type { JsonObject, Judgements } from '../../core/index.js';
import { type Measure, parseMeasure } from '../../evaluation/measures/index.js';
import type { Result } from '../record/index.js';
import { type InspectedResult, isSealedBy, readResultRun, restoreResult } from '../results/index.js';
import { queryResults, recordIntervals, scoreSaved, withAnswered } from './query-results.js';

/**
 * Writes the scores of a result again, in `queries.jsonl` and in the record, from a ranking that is unchanged. Only what matches the seal is
 * written: what comes back is what was there. Gives the files written; none where something else was changed too.
 */
export const rebuildResult = async (
  found: InspectedResult,
  judgements: Judgements,
): Promise<readonly string[]> => {
  if (!found.runMatches || !found.record || !found.seal) return [];
  for (const result of await candidates(found, judgements))
    if (isSealedBy(result, found.seal)) return restoreResult(found, result);
  return [];
};

/** Which queries without hits were answered is in `queries.jsonl`. Where that is gone: all of them, or none. */
const candidates = async (
  { record, seal, queries, folder }: InspectedResult,
  judgements: Judgements,
): Promise<readonly Result[]> => {
  const measures = measuresOf(record!.scores);
  if (!measures) return [];
  const run = await readResultRun({ folder, seal: seal! });
  const everyone = Array.from(judgements.keys(), (id) => ({ id }));
  const answered = queries ? [queries] : [everyone, []];
  return answered.map((each) => {
    const whole = withAnswered(run, each);
    const evaluation = scoreSaved(whole, judgements, measures, record!.evaluation);
    return {
      record: {
        ...record!,
        scores: { ...evaluation.means },
        intervals: recordIntervals(evaluation, measures),
      },
      queries: queryResults(whole, judgements, evaluation),
    };
  });
};

/** The measures of a record; undefined where a name of one was changed. */
const measuresOf = (scores: JsonObject): readonly Measure[] | undefined => {
  try {
    return Object.keys(scores).map(parseMeasure);
  } catch {
    return undefined;
  }
};
