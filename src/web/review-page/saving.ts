import { useCallback, useEffect, useRef, useState } from 'react';
import { isTemporary, Refused, whyOf } from './client.js';

/** How far a request is that saves something. */
export interface Saving {
  readonly state: 'idle' | 'sending' | 'waiting';
  /** Why the last attempt failed, until one succeeds. */
  readonly why?: string;
}

/** Milliseconds before the next attempt. */
const WAITS = [1000, 2000, 4000, 8000, 15_000];

/**
 * Sends a request until the server has answered it. An attempt without an answer is made again with the same request, so with the same id:
 * the server saves it once. A refusal is handed over.
 */
export const useSaving = <Request, Response>({
  send,
  saved,
  refused,
}: {
  send: (request: Request) => Promise<Response>;
  saved: (response: Response, request: Request) => void;
  refused: (refusal: Refused, request: Request) => void;
}): { readonly saving: Saving; readonly start: (request: Request) => void; readonly again: () => void } => {
  const [saving, setSaving] = useState<Saving>({ state: 'idle' });
  const latest = useRef({ send, saved, refused });
  latest.current = { send, saved, refused };
  const next = useRef<() => void>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const gone = useRef(false);
  const attempt = useCallback(async (request: Request, failures: number, why?: string): Promise<void> => {
    next.current = undefined;
    setSaving({ state: 'sending', ...(why !== undefined && { why }) });
    try {
      const response = await latest.current.send(request);
      if (gone.current) return;
      setSaving({ state: 'idle' });
      latest.current.saved(response, request);
    } catch (error) {
      if (gone.current) return;
      if (error instanceof Refused && !isTemporary(error)) {
        setSaving({ state: 'idle' });
        latest.current.refused(error, request);
        return;
      }
      const now = whyOf(error);
      setSaving({ state: 'waiting', why: now });
      next.current = () => void attempt(request, failures + 1, now);
      timer.current = setTimeout(() => next.current?.(), WAITS[Math.min(failures, WAITS.length - 1)]);
    }
  }, []);
  const again = useCallback(() => {
    clearTimeout(timer.current);
    next.current?.();
  }, []);
  useEffect(() => {
    gone.current = false;
    window.addEventListener('online', again);
    return () => {
      gone.current = true;
      clearTimeout(timer.current);
      window.removeEventListener('online', again);
    };
  }, [again]);
  return { saving, start: useCallback((request) => void attempt(request, 0), [attempt]), again };
};
