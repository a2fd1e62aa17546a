import type { Fault } from './library.js';
import type { Undisturbed } from './points.js';

const KINDS = [
  ...(['EIO', 'ENOSPC', 'EACCES'] as const).map((fail) => ({ fail, of: 'writes' as const })),
  ...(['EIO', 'EACCES'] as const).map((fail) => ({ fail, of: 'reads' as const })),
  { end: 'kill' as const },
  { end: 'power' as const },
  { end: 'power-names' as const },
];

/** Points of a job, at most so many, spread evenly over its calls; `offset` begins elsewhere. */
export const pointsOf = (
  { writes, reads }: Pick<Undisturbed, 'writes' | 'reads'>,
  most: number,
): readonly Fault[] => {
  const all = KINDS.reduce((sum, kind) => sum + ('of' in kind && kind.of === 'reads' ? reads : writes), 0);
  const step = Math.max(1, all / most);
  const chosen: Fault[] = [];
  let position = 0;
  for (const kind of KINDS) {
    const calls = 'of' in kind && kind.of === 'reads' ? reads : writes;
    // Every kind begins where the one before ended within a step, so that together they strike different calls.
    for (; position < calls; position += step) chosen.push({ ...kind, at: Math.floor(position) + 1 });
    position -= calls;
  }
  return chosen;
};
