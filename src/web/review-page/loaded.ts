import { useCallback, useEffect, useRef, useState } from 'react';
import { isTemporary, whyOf } from './client.js';

/** Something from the server, and how far it is. */
export type Loaded<T> =
  | { readonly state: 'loading' }
  | {
      readonly state: 'failed';
      readonly why: string;
      readonly temporary: boolean;
      readonly again: () => void;
    }
  | { readonly state: 'ready'; readonly value: T };

const NEXT_ATTEMPT = 4000;

/** Loads something, again and again while there is no connection. `load` must stay the same while it loads the same. */
export const useLoaded = <T>(
  load: () => Promise<T>,
): { readonly loaded: Loaded<T>; readonly set: (value: T) => void; readonly reload: () => void } => {
  const [loaded, setLoaded] = useState<{ readonly by: unknown; readonly is: Loaded<T> }>();
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads the same again
  useEffect(() => {
    let gone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    load().then(
      (value) => {
        if (!gone) setLoaded({ by: load, is: { state: 'ready', value } });
      },
      (error: unknown) => {
        if (gone) return;
        const temporary = isTemporary(error);
        setLoaded({ by: load, is: { state: 'failed', why: whyOf(error), temporary, again: reload } });
        if (temporary) timer = setTimeout(reload, NEXT_ATTEMPT);
      },
    );
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [load, attempt, reload]);
  const set = useCallback((value: T) => setLoaded({ by: latest.current, is: { state: 'ready', value } }), []);
  return { loaded: loaded?.by === load ? loaded.is : { state: 'loading' }, set, reload };
};
