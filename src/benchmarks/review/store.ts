import { commandLine, limiter, WorkError } from '../../core/index.js';
import { acquireLease, readTextFile, writeAtomic } from '../../platform/node/index.js';
import { reviewFiles } from './json-file.js';
import { type ReviewState, readReview } from './state.js';
import { openTrail, type Trail, type TrailEvent } from './trail.js';

/** An event without what the store adds to it. */
export type NewEvent = TrailEvent extends infer Event ? Omit<Event, 'sequence' | 'at'> : never;

/** An event that is not on the disk, as its sender reads it: paths of this machine are for the one who runs the review. */
export class NotSaved extends Error {
  override readonly name = 'NotSaved';
  constructor(cause: unknown) {
    const { code } = ((cause as Error).cause ?? cause) as NodeJS.ErrnoException;
    super(
      `Not saved: the server could not write it to its disk${code ? ` (${code})` : ''}. Tell the person who runs this review; then send it again.`,
    );
  }
}

/** A review that is open for writing: one process at a time has it. */
export interface ReviewStore {
  readonly state: ReviewState;
  /**
   * Saves what `decide` makes of the state at its turn; nothing where it gives nothing. Resolves when it is on the disk. Turns come one after the other,
   * so `decide` sees everything that was saved before.
   */
  record(person: string, decide: (state: ReviewState) => NewEvent | undefined): Promise<void>;
  close(): Promise<void>;
}

export interface StoreOptions {
  /** Gets what the person who runs the review must know. */
  readonly note: (line: string) => void;
  readonly now?: () => Date;
}

/** Opens a review for writing. Refused while another process has it. */
export const openStore = async (
  folder: string,
  { note, now = () => new Date() }: StoreOptions,
): Promise<ReviewStore> => {
  const lease = await acquireLease(folder, { doing: 'review server', wait: false });
  try {
    const { state, trails, notes } = await readReview(folder);
    for (const line of notes) note(line);
    const open = new Map<string, Trail>();
    for (const { name } of state.plan.people)
      open.set(name, await openTrail(reviewFiles(folder).trail(name), trails.get(name)!));
    const turns = limiter(1);
    const decisions = decisionsFile(folder, state, note);
    await decisions.write();
    return {
      state,
      record: async (person, decide) => {
        const end = await turns.turn();
        try {
          const made = decide(state);
          if (!made) return;
          const event = { ...made, sequence: state.nextSequence(), at: now().toISOString() } as TrailEvent;
          await open
            .get(person)!
            .append(event)
            .catch((error: unknown) => {
              note(error instanceof Error ? error.message : String(error));
              throw new NotSaved(error);
            });
          const before = decidedBy(state, event);
          state.apply(person, event);
          if (decidedBy(state, event) !== before) void decisions.write();
        } finally {
          end();
        }
      },
      close: async () => {
        const end = await turns.turn();
        await decisions.write();
        for (const trail of open.values()) await trail.close();
        end();
        lease.release();
      },
    };
  } catch (error) {
    lease.release();
    throw error;
  }
};

/** Brings `decisions.jsonl` up to date, as after a server that was killed. While one runs, it does that itself. */
export const updateDecisions = async (folder: string, note: (line: string) => void): Promise<void> => {
  try {
    await (await openStore(folder, { note: () => {} })).close();
  } catch (error) {
    if (!(error instanceof WorkError)) throw error;
    note(`decisions.jsonl of the review stays as it is: ${error.message.split('\n', 1)[0]}`);
  }
};

/** Refuses a `decisions.jsonl` that is not what the answers come to: after items changed, or a server was killed, it says what no longer counts. */
export const mustHaveDecisions = async (folder: string, state: ReviewState): Promise<void> => {
  const { decisions } = reviewFiles(folder);
  if ((await readTextFile(decisions)) === decisionsText(state)) return;
  throw new WorkError(
    `${decisions} is not what the answers of the reviewers come to: items changed, or it was not written after the last answer`,
    `${commandLine('review', 'export', folder, '--out', 'FOLDER')} brings it up to date`,
  );
};

/** What is decided of the item of an event, to tell whether the event changes it. */
const decidedBy = (state: ReviewState, event: TrailEvent): string =>
  event.type === 'break' ? '' : JSON.stringify(state.outcome(event.item).decisions);

/** `decisions.jsonl`, written anew when something was decided; never twice at once, and the last one has everything. */
const decisionsFile = (folder: string, state: ReviewState, note: (line: string) => void) => {
  const turns = limiter(1);
  let written: string | undefined;
  const write = async (): Promise<void> => {
    const end = await turns.turn();
    try {
      const text = decisionsText(state);
      if (text === written) return;
      await writeAtomic(reviewFiles(folder).decisions, [text], { secret: true });
      written = text;
    } catch (error) {
      note(
        `decisions.jsonl was not written; the next answer or start writes it again. ${(error as Error).message}`,
      );
    } finally {
      end();
    }
  };
  return { write };
};

/** The decisions as `decisions.jsonl` has them: the same answers give the same bytes. */
export const decisionsText = (state: ReviewState): string =>
  state
    .decisions()
    .map((each) => `${JSON.stringify(each)}\n`)
    .join('');
