import { z } from 'zod';
import { InputError } from '../../core/index.js';
import { cannotRead, openLog, readPlain } from '../../platform/node/index.js';
import { firstIssue } from './json-file.js';

const Given = z.strictObject({ question: z.string(), value: z.string(), reason: z.string().exactOptional() });

const common = {
  /** Counts all events of a review in the order in which they were saved. */
  sequence: z.int(),
  /** Made by the page. */
  id: z.string(),
  at: z.iso.datetime(),
};
const about = {
  item: z.string(),
  version: z.string(),
  seconds: z.number(),
  replaces: z.string().exactOptional(),
};

const TrailEvent = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('answer'),
    ...common,
    ...about,
    answers: z.array(Given),
    skipped: z.string().exactOptional(),
  }),
  z.strictObject({
    type: z.literal('decision'),
    ...common,
    ...about,
    basis: z.string(),
    decisions: z.array(Given),
  }),
  z.strictObject({ type: z.literal('break'), ...common, action: z.enum(['start', 'end']) }),
]);

/** A line of somebody's trail. */
export type TrailEvent = z.infer<typeof TrailEvent>;
export type AnswerEvent = Extract<TrailEvent, { readonly type: 'answer' }>;
export type DecisionEvent = Extract<TrailEvent, { readonly type: 'decision' }>;

export interface ReadTrail {
  readonly events: readonly TrailEvent[];
  readonly size: number;
  /** Bytes after them: a line that was being written when the process or the machine ended. It was never reported as saved. */
  readonly torn: number;
}

/** What to do about a trail that cannot be what was saved. */
export const RESTORE = 'restore the file from a copy; no answer is left out silently';

const NEWLINE = 0x0a;

/** Reads a trail. Only its last line may be unfinished; anything else that cannot be read is an error. */
export const readTrail = async (file: string): Promise<ReadTrail> => {
  const bytes = await readPlain(file).catch(cannotRead(file, Buffer.alloc(0)));
  const events: TrailEvent[] = [];
  let size = 0;
  for (let line = 1; size < bytes.length; line++) {
    const newline = bytes.indexOf(NEWLINE, size);
    const end = newline < 0 ? bytes.length : newline + 1;
    const parsed = newline < 0 ? undefined : parse(bytes.toString('utf8', size, newline));
    if (typeof parsed === 'object') events.push(parsed);
    else if (end === bytes.length) break;
    else
      throw new InputError({
        at: { file, line },
        found: `a line that cannot be read${parsed ? ` (${parsed})` : ''}`,
        expected: 'a line of a trail of answers, which r2med review serve writes',
        fix: RESTORE,
      });
    size = end;
  }
  return { events, size, torn: bytes.length - size };
};

const parse = (text: string): TrailEvent | string => {
  try {
    const { success, data, error } = TrailEvent.safeParse(JSON.parse(text));
    return success ? data : firstIssue(error);
  } catch {
    return 'not JSON';
  }
};

/** Somebody's trail, open for writing. */
export interface Trail {
  /** Resolves when the event is on the disk. Where that fails nothing of it stays in the file. */
  append(event: TrailEvent): Promise<void>;
  close(): Promise<void>;
}

/** Opens a trail that was read. What a torn line left behind is cut off. One writer at a time. */
export const openTrail = async (file: string, { size }: ReadTrail): Promise<Trail> => {
  const log = await openLog(file, size, 'start r2med review serve again');
  return { append: (event) => log.append(`${JSON.stringify(event)}\n`), close: log.close };
};

/** Median over items; the seconds of an item are those of all its answers together. */
export const medianSeconds = (events: readonly TrailEvent[]): number | undefined => {
  const perItem = new Map<string, number>();
  for (const event of events)
    if (event.type !== 'break') perItem.set(event.item, (perItem.get(event.item) ?? 0) + event.seconds);
  const values = [...perItem.values()].sort((a, b) => a - b);
  return values.length === 0
    ? undefined
    : (values[(values.length - 1) >> 1]! + values[values.length >> 1]!) / 2;
};
