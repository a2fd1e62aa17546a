import { LIMITS, shortened } from '../../core/index.js';
import { duration } from '../../platform/node/index.js';
import { type Child, type ChildOptions, startChild } from './child.js';
import type { Frame } from './line-splitter.js';
import { type Hello, type Message, namedId, type Request, readMessage, requestLine } from './protocol.js';
import { GRACE_MS, timeoutOf } from './time-limit.js';

/** What a request came to. After an `end` no other request is answered either. */
export type Answered =
  | Extract<Message, { readonly is: 'answer' | 'refusal' | 'malformed' }>
  | { readonly is: 'end'; readonly reason: string };

export interface Conversation {
  ask(request: Request): Promise<Answered>;
  /** What the command reported of itself so far. */
  hello(): Hello | undefined;
  /** What is wrong with its hello. */
  misfit(): string | undefined;
  /** Requests sent. */
  calls(): number;
  close(): Promise<void>;
  kill(): void;
}

export interface ConversationOptions extends Omit<ChildOptions, 'grace'> {
  /** Milliseconds without an answer after which a command that owes one is ended; else what it wishes, else 15 minutes. */
  readonly silence?: number;
  note(line: string): void;
}

/** Lines that are not responses: at most this number is shown … */
const SHOWN_STRAYS = 5;
/** Requests to a program and its answers, in any order. Every request comes to something. */
export const converse = async (options: ConversationOptions): Promise<Conversation> => {
  const { alarm, note } = options;
  const pending = new Map<number, (answered: Answered) => void>();
  let calls = 0;
  let answers = 0;
  let strays = 0;
  let straysInARow = 0;
  let hello: Hello | undefined;
  let misfit: string | undefined;
  let over: string | undefined;
  let cancelAlarm = (): void => {};

  const silenceLimit = (): number => timeoutOf(options.silence, hello?.timeout);
  const watch = (): void => {
    cancelAlarm();
    const silence = silenceLimit();
    if (pending.size > 0)
      cancelAlarm = alarm(silence, () => stop(`gave no answer for ${duration(silence)} and was ended`));
  };
  const end = (reason: string): void => {
    over ??= reason;
    cancelAlarm();
    for (const settle of pending.values()) settle({ is: 'end', reason: over });
    pending.clear();
  };
  const stop = (reason: string): void => {
    end(reason);
    child.kill();
  };
  const stray = (text: string): void => {
    strays++;
    if (strays <= SHOWN_STRAYS) note(`not an answer: ${shortened(text.trimEnd(), 200)}`);
    if (strays === SHOWN_STRAYS) note('further lines that are not answers are not shown');
    if (++straysInARow === LIMITS.commandStrays.most)
      stop(`printed ${LIMITS.commandStrays.most} lines that are not answers and was ended`);
  };
  const settle = (message: Extract<Answered, { readonly id: number }>): void => {
    const waiting = pending.get(message.id);
    if (!waiting) {
      stray(`an answer to request ${message.id}, which is not pending`);
      return;
    }
    answers++;
    straysInARow = 0;
    pending.delete(message.id);
    watch();
    waiting(message);
  };
  const hear = (message: Message): Frame | undefined => {
    if (message.is === 'framed') {
      const room = new Uint8Array(message.bytes);
      const filled = (): void => void hear(message.complete(room));
      if (room.length > 0) return { room, filled };
      filled();
      return undefined;
    }
    if (over === undefined) take(message);
    return undefined;
  };
  const take = (message: Exclude<Message, { readonly is: 'framed' }>): void => {
    if (message.is === 'stray') stray(message.text);
    else if (message.is !== 'hello' && message.is !== 'misfit') settle(message);
    else if (answers > 0 || hello) stray('a hello that comes too late');
    else if (message.is === 'hello') {
      hello = message.hello;
      watch();
    } else {
      misfit = message.problem;
      stop('began with a hello that does not fit');
    }
  };

  const child: Child = await startChild(
    { ...options, grace: () => Math.min(GRACE_MS, silenceLimit()) },
    {
      line: (text) => hear(readMessage(text)),
      tooLong: (head) => {
        const id = namedId(head);
        const reason = `its answer is longer than ${options.longestLine} bytes`;
        hear(id === undefined ? { is: 'stray', text: `${head}…` } : { is: 'malformed', id, reason });
      },
      note,
      ended: end,
    },
  );

  return {
    ask: (request) =>
      new Promise((resolve) => {
        if (over !== undefined) return resolve({ is: 'end', reason: over });
        const id = ++calls;
        pending.set(id, resolve);
        if (pending.size === 1) watch();
        child.send(requestLine({ id, ...request }));
      }),
    hello: () => hello,
    misfit: () => misfit,
    calls: () => calls,
    kill: () => stop('was ended'),
    close: async () => {
      end('was closed');
      await child.close();
    },
  };
};
