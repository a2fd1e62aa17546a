import { defined, InputError, LIMITS, WorkError } from '../../core/index.js';
import { type Alarm, duration, type Environment } from '../../platform/node/index.js';

/** A model of 7B parameters loads from a slow disk in less. */
export const DEFAULT_TIMEOUT_MS = LIMITS.commandSilence.most * 1000;

/** Time to exit after its work is done; Docker gives 10 s to a container. */
export const GRACE_MS = 10_000;

const VARIABLE = 'R2MED_MODEL_TIMEOUT';

/** What can be done about a call that does not return. */
export const MORE_TIME = `see why it waits, or give it more time: ${VARIABLE}=seconds`;

/** What the user says of the calls of a custom model: settings of its text, with the time in seconds, else the environment. */
export const callLimits = (
  { batch, timeout }: { readonly batch?: number | undefined; readonly timeout?: number | undefined },
  env: Environment,
) => defined({ batchSize: batch, timeout: timeout === undefined ? timeoutIn(env) : timeout * 1000 });

/** The time for one answer in milliseconds; undefined where nothing is set. */
const timeoutIn = (env: Environment): number | undefined => {
  const text = env[VARIABLE]?.trim();
  if (!text) return undefined;
  const seconds = Number(text);
  if (Number.isFinite(seconds) && seconds > 0) return seconds * 1000;
  throw new InputError({
    found: `${VARIABLE}=${text}`,
    expected: 'seconds, a number above 0',
    fix: `write ${VARIABLE}=900, or unset it`,
  });
};

/** A limit as the user sets it, else as the model does in seconds, else the default. */
export const timeoutOf = (set: number | undefined, wished: number | undefined): number =>
  set ?? (wished === undefined ? DEFAULT_TIMEOUT_MS : wished * 1000);

/** Work that must end in time; the error names it when it does not. */
export const within = async <T>(
  milliseconds: number,
  alarm: Alarm,
  doing: string,
  work: T | Promise<T>,
): Promise<T> => {
  let cancel = (): void => {};
  const late = new Promise<never>((_, reject) => {
    cancel = alarm(milliseconds, () =>
      reject(new WorkError(`${doing} within ${duration(milliseconds)}`, MORE_TIME)),
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    cancel();
  }
};
