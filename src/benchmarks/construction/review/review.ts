import { z } from 'zod';
import { byCodePoint, commandLine, groupBy, InputError, type Json } from '../../../core/index.js';
import { sha256 } from '../../../platform/node/index.js';
import { defineStep } from '../step.js';
import { REVIEWED_STEPS, type Reviewable, reviewables } from './reviewables.js';
import { REVIEWED_FILES, readReviewedRows } from './reviewed-rows.js';

/** What experts are to look at. */
export const review = defineStep({
  name: 'review',
  help: 'choose what experts review, and write it for r2med review',
  example: '--per-group 10 --draw-seed 7',
  reads: [],
  mayRead: REVIEWED_FILES,
  writes: ['review/items', 'review/labels'],
  settings: z.strictObject({
    steps: z
      .array(z.enum(REVIEWED_STEPS))
      .min(1)
      .default([...REVIEWED_STEPS])
      .describe('steps whose decisions are reviewed'),
    perGroup: z.int().min(1).optional().describe('items drawn per step and body system (default: all)'),
    uncertainFirst: z
      .boolean()
      .default(false)
      .describe('draw what the judges disagree about first; its figures do not hold for the whole'),
    drawSeed: z.int().default(1).describe('seed of the draw'),
  }),
  run: async ({ work, settings }) => {
    const all = reviewables(await readReviewedRows(work), settings.steps);
    if (all.length === 0)
      throw new InputError({
        at: { file: work.folder },
        found: 'build review: no decision of a step to review',
        expected: `files of ${settings.steps.join(', ')}`,
        fix: `do a step before, or name another folder with --work; see ${commandLine('build', 'status')}`,
      });
    const { perGroup, uncertainFirst, drawSeed } = settings;
    const drawn = sampleOf(all, { perGroup, uncertainFirst, seed: drawSeed });
    const items = drawn.map(({ item }) => item);
    await work.write('review/items', items);
    const labels = drawn.flatMap((each) => each.labels);
    await work.write('review/labels', labels);
    const steps = groupBy(all, ({ item }) => item.step);
    const chosen = new Set(drawn);
    return {
      in: all.length,
      out: drawn.length,
      held: all.length > drawn.length ? { 'not drawn': all.length - drawn.length } : {},
      figures: {
        sample: perGroup === undefined ? 'all' : `${perGroup} per step and body system`,
        steps: [...steps].map(([step, rows]) => ({
          step,
          decisions: rows.length,
          drawn: rows.filter((row) => chosen.has(row)).length,
          uncertain: rows.filter(({ uncertain }) => uncertain).length,
        })) as Json,
      },
    };
  },
});

export interface Sampling {
  /** Items per step, question and group; all where absent. */
  readonly perGroup?: number | undefined;
  readonly seed: number;
  /** Take what the judges disagree about before the rest. Figures of such a sample are not those of the whole. */
  readonly uncertainFirst: boolean;
}

/**
 * A sample of every stratum, which is a step with its questions and a group. It depends on the seed and the ids alone: an item that is added moves few others.
 * The order of the rows stays.
 */
export const sampleOf = <Row extends Pick<Reviewable, 'item' | 'uncertain'>>(
  rows: readonly Row[],
  { perGroup, seed, uncertainFirst }: Sampling,
): readonly Row[] => {
  if (perGroup === undefined) return rows;
  const place = new Map(rows.map((row) => [row, sha256(`${seed}\n${row.item.id}`)]));
  const first = (row: Row): number => (uncertainFirst && row.uncertain ? 0 : 1);
  const strata = groupBy(rows, ({ item: { step, group = '', questions } }) =>
    JSON.stringify([step, group, questions.map(({ name }) => name)]),
  );
  const drawn = new Set(
    [...strata.values()].flatMap((stratum) =>
      [...stratum]
        .sort((a, b) => first(a) - first(b) || byCodePoint(place.get(a)!, place.get(b)!))
        .slice(0, perGroup),
    ),
  );
  return rows.filter((row) => drawn.has(row));
};
