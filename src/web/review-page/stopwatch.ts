import { useCallback, useEffect, useRef } from 'react';

/** Counts the seconds that something is on screen: not while it is paused, nor while the window is hidden. */
export const useStopwatch = (before: number, paused: boolean): (() => number) => {
  const counted = useRef(before);
  const since = useRef<number>(undefined);
  const stop = useCallback(() => {
    if (since.current !== undefined) counted.current += (performance.now() - since.current) / 1000;
    since.current = undefined;
  }, []);
  useEffect(() => {
    const follow = (): void => {
      stop();
      if (!paused && !document.hidden) since.current = performance.now();
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', follow);
    };
  }, [paused, stop]);
  return useCallback(
    () => counted.current + (since.current === undefined ? 0 : (performance.now() - since.current) / 1000),
    [],
  );
};
