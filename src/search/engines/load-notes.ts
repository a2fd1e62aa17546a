import type { Tools } from '../../core/index.js';
import { duration } from '../../platform/node/index.js';

/** Where no bar is drawn, a line reports the progress now and then. */
const NOTE_EVERY_MS = 60_000;

export interface LoadCounts {
  readonly created: number;
  readonly there: number;
}

/** Counts the documents of a load and reports how far it is. */
export const loadMeter = (name: string, total: number, tools: Tools) => {
  const progress = tools.progress(`loading ${name}`, total);
  const began = tools.now();
  let noted = began;
  let created = 0;
  let there = 0;
  return {
    get counts(): LoadCounts {
      return { created, there };
    },
    advance: (made: number, conflicts: number): void => {
      created += made;
      there += conflicts;
      if (made > 0) progress.advance(made);
      if (conflicts > 0) progress.advance(conflicts, true);
      const ms = tools.now() - began;
      const perSecond = Math.round(created / Math.max(ms / 1000, 0.001));
      if (created > 0) progress.status(`${perSecond.toLocaleString('en')} documents/s`);
      if (tools.now() - noted < NOTE_EVERY_MS || created === 0) return;
      noted = tools.now();
      const left = duration(((total - created - there) * ms) / created);
      tools.note(
        `${name}: ${(created + there).toLocaleString('en')} of ${total.toLocaleString('en')} documents, ${perSecond.toLocaleString('en')}/s, ${left} left`,
      );
    },
    done: () => progress.done(),
  };
};

export const noteLoaded = (
  name: string,
  { created, there }: LoadCounts,
  checked: number,
  { note }: Tools,
): void => {
  const earlier = there > 0 ? `, ${there.toLocaleString('en')} were there` : '';
  note(
    `${name}: ${created.toLocaleString('en')} documents loaded${earlier}; all ${checked.toLocaleString('en')} checked`,
  );
};
