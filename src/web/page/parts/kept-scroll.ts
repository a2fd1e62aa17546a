import { type RefObject, useEffect } from 'react';

interface KeptState {
  readonly scrolled?: Readonly<Record<string, readonly [number, number]>>;
}

const keptState = (): KeptState => (window.history.state ?? {}) as KeptState;

/** A box that scrolls in itself is at the same place again when the reader comes back to this entry of the history. `name` tells it from other boxes of the view. */
export const useKeptScroll = (box: RefObject<HTMLElement | null>, name: string): void => {
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const [left, top] = keptState().scrolled?.[name] ?? [0, 0];
    // What is virtual has its height only after it was drawn once.
    const frame = requestAnimationFrame(() => element.scrollTo({ left, top }));
    const keep = (): void => {
      const before = keptState();
      const scrolled = { ...before.scrolled, [name]: [element.scrollLeft, element.scrollTop] };
      window.history.replaceState({ ...before, scrolled }, '');
    };
    element.addEventListener('scrollend', keep);
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener('scrollend', keep);
    };
  }, [box, name]);
};
