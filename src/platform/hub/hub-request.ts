import type { Dispatcher } from 'undici';

export interface HubRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  header(name: string): string | undefined;
  /** All bytes that came, in order, and only then the error that ended them. It can be read once. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Reads no further. */
  discard(): void;
}

/** Beyond this the sender waits for the reader. */
const MOST_WAITING_BYTES = 1 << 20;

/**
 * One request and its answer. `fetch` would do, but for one thing: when a connection breaks, it throws away what has
 * arrived and was not read yet, and a download would go on further back than it was.
 */
export const hubRequest = (
  dispatcher: Dispatcher,
  url: URL,
  { method = 'GET', headers = {}, body }: HubRequest,
  signal: AbortSignal,
): Promise<Answer> =>
  new Promise((answer, fail) => {
    const waiting = waitingBytes();
    let control: Dispatcher.DispatchController | undefined;
    const abort = (): void => {
      control?.abort(new Error('no longer wanted'));
      over(signal.reason);
    };
    const over = (error?: unknown): void => {
      signal.removeEventListener('abort', abort);
      waiting.end(error);
      fail(error);
    };
    signal.throwIfAborted();
    signal.addEventListener('abort', abort);
    dispatcher.dispatch(
      {
        origin: url.origin,
        path: url.pathname + url.search,
        method: method as 'GET',
        headers,
        body: body ?? null,
      },
      {
        onRequestStart: (controller) => {
          control = controller;
        },
        onResponseStart: (controller, status, found) => {
          // 1xx comes before the answer.
          if (status < 200) return;
          answer({
            status,
            header: (name) => [found[name.toLowerCase()]].flat()[0],
            body: waiting.read(() => controller.resume()),
            discard: () => {
              if (!waiting.ended()) controller.abort(new Error('no longer wanted'));
            },
          });
        },
        onResponseData: (controller, bytes) => {
          if (waiting.push(bytes) > MOST_WAITING_BYTES) controller.pause();
        },
        onResponseEnd: () => over(),
        onResponseError: (_, error) => over(error),
      },
    );
  });

/** Bytes between a writer and a later reader. */
const waitingBytes = () => {
  const chunks: Uint8Array[] = [];
  let held = 0;
  let end: { readonly error?: unknown } | undefined;
  let wake = (): void => {};
  return {
    push: (bytes: Uint8Array): number => {
      chunks.push(bytes);
      held += bytes.length;
      wake();
      return held;
    },
    end: (error?: unknown): void => {
      end ??= { error };
      wake();
    },
    ended: (): boolean => end !== undefined,
    read: async function* (more: () => void): AsyncGenerator<Uint8Array> {
      for (;;) {
        const bytes = chunks.shift();
        if (bytes) {
          yield bytes;
          held -= bytes.length;
          if (held === 0 && !end) more();
        } else if (end) {
          if (end.error !== undefined) throw end.error;
          return;
        } else {
          await new Promise<void>((arrived) => {
            wake = arrived;
          });
        }
      }
    },
  };
};
