import { useEffect } from 'react';

/** Folds of a view, in their order; a menu is none. */
const folds = (): readonly HTMLDetailsElement[] => [
  ...document.querySelectorAll<HTMLDetailsElement>('main details:not(.popover)'),
];

/** Frames in which a view that is gone back to draws its folds: what it needs is loaded already. */
const FRAMES = 90;

/** What was folded out is so again when the reader comes back to an entry of the history. */
export const useKeptFolds = (place: string): void => {
  useEffect(() => {
    const keep = ({ target }: Event): void => {
      const all = folds();
      if (!(target instanceof HTMLDetailsElement) || !all.includes(target)) return;
      const open = all.map((fold) => fold.open);
      window.history.replaceState({ ...window.history.state, folds: open }, '');
    };
    // It does not bubble.
    document.addEventListener('toggle', keep, true);
    return () => document.removeEventListener('toggle', keep, true);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the place changes
  useEffect(() => {
    const { folds: open } = (window.history.state ?? {}) as { readonly folds?: readonly boolean[] };
    if (!open) return;
    let frame = 0;
    let left = FRAMES;
    const restore = (): void => {
      const all = folds();
      if (all.length < open.length && left-- > 0) frame = requestAnimationFrame(restore);
      else for (const [i, fold] of all.entries()) fold.open = open[i] ?? fold.open;
    };
    restore();
    return () => cancelAnimationFrame(frame);
  }, [place]);
};
