import type { TaskEntry } from './task-registry.js';
import type { Spread } from './text-lengths.js';
import { listed } from './wording.js';

/** Means are published to six decimals; the rest exactly. */
const TOLERANCE = { min: 0, mean: 0.5e-6 + 1e-12, median: 0, max: 0 } as const;

/** How the lengths of a task's texts differ from what the catalogue says of them; nothing where they do not. */
export const lengthNotes = (
  lengths: Readonly<Record<'query' | 'document', Spread>>,
  { characters }: Pick<TaskEntry, 'characters'>,
): readonly string[] =>
  (['query', 'document'] as const).flatMap((part) => {
    const published = characters?.[part];
    if (!published) return [];
    const differing = (Object.keys(TOLERANCE) as (keyof typeof TOLERANCE)[]).filter((figure) => {
      const value = published[figure];
      return value !== undefined && Math.abs(lengths[part][figure] - value) > TOLERANCE[figure];
    });
    const said = differing.map(
      (figure) => `${figure} ${shown(lengths[part][figure])}, published ${shown(published[figure]!)}`,
    );
    return said.length > 0
      ? [`Characters of a ${part} differ from the published ones: ${listed(said)}.`]
      : [];
  });

const shown = (value: number): string => (Number.isInteger(value) ? `${value}` : value.toFixed(6));
