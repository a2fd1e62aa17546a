import { useEffect } from 'react';

interface Kept {
  readonly scroll?: number;
}

/** Reads a new place from its top. Every entry of the history keeps how far it was read, so that going back leads to the same spot. */
export const useScrollPlace = (place: string): void => {
  useEffect(() => {
    const keep = (): void =>
      window.history.replaceState({ ...window.history.state, scroll: window.scrollY }, '');
    window.addEventListener('scrollend', keep);
    return () => window.removeEventListener('scrollend', keep);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the place changes
  useEffect(() => {
    // An entry that a link has just made keeps nothing yet.
    const { scroll = 0 } = (window.history.state ?? {}) as Kept;
    // Charts measure their room first, so the page has its height in the next frame.
    const frame = requestAnimationFrame(() => window.scrollTo(0, scroll));
    return () => cancelAnimationFrame(frame);
  }, [place]);
};
