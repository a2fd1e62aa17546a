import { basename } from 'node:path';
import { defined, InputError, LIMITS, WorkError, withoutSecrets } from '../../core/index.js';
import { type Alarm, realAlarm, sayLine } from '../../platform/node/index.js';
import { type Answered, converse } from './conversation.js';
import { DEFAULT_BATCH_SIZE, sizeSetting } from './custom-embedder.js';
import { type Hello, type Request, requestLine } from './protocol.js';
import { sharedQueue } from './shared-queue.js';
import { type Hashes, namedFiles } from './sources.js';
import { splitCommand } from './split-command.js';

export interface CommandPlace {
  /** Texts or queries per request; else what the command wishes, else 32. */
  readonly batchSize?: number;
  /** Requests the command has at once; else what it wishes, else 2: one at work, one waiting in its pipe. */
  readonly inFlight?: number;
  /**
   * Milliseconds without an answer after which the command is ended, loading a model included; else the `timeout` of its
   * hello, else 15 minutes. To end when all is done it has as long, at most 10 s.
   */
  readonly timeout?: number;
  /** Bytes of the longest line taken. */
  readonly longestLine?: number;
  /** Where the command runs; the working directory by default. */
  readonly cwd?: string;
  /** Variables the command gets besides ours; not part of what answers are cached under. */
  readonly env?: Readonly<Record<string, string>>;
  /** Takes what the command prints on stderr, line by line. */
  readonly note?: (line: string) => void;
  readonly signal?: AbortSignal;
  readonly alarm?: Alarm;
}

const DEFAULTS = {
  /** Below V8's longest string; 32 texts of 512 token vectors of 128 numbers take 45 MB. */
  longestLine: LIMITS.commandLine.most,
  note: sayLine,
  alarm: realAlarm,
} as const;

/** Requests a command has at once. */
const DEFAULT_IN_FLIGHT = 2;

type Answer = Extract<Answered, { readonly is: 'answer' }>;

/** A `final` refusal would be the same for any other request. */
interface Refused {
  readonly refused: string;
  readonly final?: boolean;
}

/** A command that runs and has come to something with its first request. */
export interface StartedCommand {
  readonly command: string;
  /** As its hello says, else its program's. */
  readonly name: string;
  readonly hello: Hello | undefined;
  readonly batchSize: number;
  readonly inFlight: number;
  readonly batchCharacters?: number;
  readonly textCharacters?: number;
  /** Its answer to a request, or why there is none. */
  ask(request: Request): Promise<Answer | Refused>;
  /** Requests sent. */
  calls(): number;
  close(): Promise<void>;
  /** What became of the first request: an answer, or a refusal of that one. */
  readonly first: Extract<Answered, { readonly is: 'answer' | 'refusal' }>;
  readonly files: Hashes;
  /** The error of a command that does not do as the documentation says. */
  wrong(found: string): InputError;
}

/**
 * Starts a command and sends it a first request: the answer shows that it works, and a hello comes before it or not at
 * all. Stops at a command that cannot work; whatever `open` throws ends it too.
 */
export const startCommand = async <Opened>(
  command: string,
  place: CommandPlace,
  { request, expected }: { readonly request: Request; readonly expected: string },
  open: (started: StartedCommand) => Opened,
): Promise<Opened> => {
  const { cwd = process.cwd(), signal, timeout, ...rest } = place;
  const words = splitCommand(command);
  const files = await namedFiles(words, cwd);
  signal?.throwIfAborted();
  const limit = timeout === undefined ? {} : { silence: timeout };
  const talk = await converse({ ...DEFAULTS, ...limit, ...rest, words, cwd });
  signal?.addEventListener('abort', talk.kill);
  const wrong = (found: string): InputError =>
    new InputError({
      found: `the command ${command}: ${found}`,
      expected,
      fix: `send it this line by hand: ${requestLine({ id: 1, ...request }).trim()}`,
    });
  const note = place.note ?? DEFAULTS.note;
  try {
    const first = await talk.ask(request);
    signal?.throwIfAborted();
    const misfit = talk.misfit();
    if (misfit !== undefined) throw wrong(`its hello does not fit: ${misfit}`);
    if (first.is === 'end') throw new WorkError(`the command ${command} ${first.reason}`, 'run it by hand');
    if (first.is === 'malformed') throw wrong(first.reason);
    // One that refuses this request may still take others.
    if (first.is === 'refusal') note(`the command ${command} refuses "${FIRST_TEXT}": ${first.reason}`);
    const hello = talk.hello();
    return open({
      command,
      name: hello?.name ?? basename(words[0]!),
      hello,
      batchSize: sizeSetting('batchSize', place.batchSize ?? hello?.batchSize ?? DEFAULT_BATCH_SIZE),
      inFlight: sizeSetting('inFlight', place.inFlight ?? hello?.inFlight ?? DEFAULT_IN_FLIGHT),
      ...defined({ batchCharacters: hello?.batchCharacters, textCharacters: hello?.textCharacters }),
      ask: async (asked) => {
        const answered = await talk.ask(asked);
        if (answered.is === 'end') return { refused: `the command ${answered.reason}`, final: true };
        return answered.is === 'answer' ? answered : { refused: answered.reason };
      },
      calls: talk.calls,
      close: talk.close,
      first,
      files,
      wrong,
    });
  } catch (error) {
    talk.kill();
    await talk.close();
    throw error;
  } finally {
    signal?.removeEventListener('abort', talk.kill);
  }
};

/**
 * Starts the same command several times, each with variables of its own, as one that works on a queue: one for each GPU. The way
 * ends where one of them cannot start.
 */
export const startCommands = async <Opened>(
  command: string,
  { variants, ...place }: CommandPlace & { readonly variants: readonly Readonly<Record<string, string>>[] },
  first: { readonly request: Request; readonly expected: string },
  open: (started: StartedCommand) => Opened,
): Promise<Opened> => {
  const started = await Promise.allSettled(
    variants.map((env) =>
      startCommand(command, { ...place, env: { ...place.env, ...env } }, first, (each) => each),
    ),
  );
  const all = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const close = async (): Promise<void> => void (await Promise.all(all.map((each) => each.close())));
  try {
    for (const each of started) if (each.status === 'rejected') throw each.reason;
    const note = place.note ?? DEFAULTS.note;
    const workers = all.map(({ inFlight, ask }, i) => ({
      most: inFlight,
      do: async (request: Request) => {
        const answered = await ask(request);
        if (isEnd(answered)) note(`${describe(variants[i]!)}: ${answered.refused}`);
        return answered;
      },
    }));
    return open({
      ...all[0]!,
      inFlight: all.reduce((sum, { inFlight }) => sum + inFlight, 0),
      ask: all.length === 1 ? all[0]!.ask : sharedQueue(workers, isEnd),
      calls: () => all.reduce((sum, { calls }) => sum + calls(), 0),
      close,
    });
  } catch (error) {
    await close();
    throw error;
  }
};

const isEnd = (answered: Answer | Refused): answered is Refused =>
  'refused' in answered && answered.final === true;

const describe = (variables: Readonly<Record<string, string>>): string =>
  Object.entries(variables)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');

/** What the first request is about. */
export const FIRST_TEXT = 'fever';

/** A version says when answers change; without one, the scripts that the command names decide. */
export const commandIdentity = ({ command, hello, files }: StartedCommand, kind: string) => ({
  command: withoutSecrets(command),
  kind,
  ...(hello?.name !== undefined && { name: hello.name }),
  ...(hello?.version !== undefined ? { version: hello.version } : { files }),
});
