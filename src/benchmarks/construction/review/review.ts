import { z } from 'zod';
import { groupBy, type Json } from '../../../core/index.js';
import { defineStep } from '../step.js';
import { REVIEWED_STEPS, reviewables } from './reviewables.js';
import { REVIEWED_FILES, readReviewedRows } from './reviewed-rows.js';
import { sampleOf } from './sample.js';

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
    const { perGroup, uncertainFirst, drawSeed } = settings;
    const drawn = sampleOf(all, {
      ...(perGroup !== undefined && { perGroup }),
      uncertainFirst,
      seed: drawSeed,
    });
    await work.write(
      'review/items',
      drawn.map(({ item }) => item),
    );
    await work.write(
      'review/labels',
      drawn.flatMap(({ labels }) => labels),
    );
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
