import { createInterface } from 'node:readline/promises';
import { InputError, WorkError } from '../core/index.js';
import type { ExplainedHit, QueryExplanation, SystemExplanation } from '../experiment/record/index.js';
import { markedLine, wrapped } from './marked-text.js';

const HELP = 'Type words to search; the rank of a hit to read its document; ? for this help; Ctrl-D to end.';
const WIDEST = 100;

/** A person at a terminal, and what answers them. */
export interface Conversation {
  readonly input: NodeJS.ReadableStream;
  readonly width: number;
  readonly signal: AbortSignal;
  find(text: string): Promise<QueryExplanation>;
  /** What a system found, as it is shown. */
  text(system: SystemExplanation): string;
  /** Results. */
  print(text: string): Promise<void>;
  /** Help and what went wrong. */
  say(text: string): void;
  prompt(text: string): void;
  /** Whether results still reach a reader. */
  isRead(): boolean;
}

/** A prompt: a text searches, a number opens a document of the last search. */
export const searchByHand = async ({ input, signal, prompt, ...there }: Conversation): Promise<void> => {
  const lines = createInterface({ input, signal });
  let hits: readonly ExplainedHit[] = [];
  const answer = async (line: string): Promise<void> => {
    if (line === '') return;
    if (line === '?') return there.say(HELP);
    if (/^\d+$/.test(line) && hits.length > 0) return open(hits, Number(line), there);
    const { systems } = await there.find(line);
    hits = systems[0]!.hits;
    await there.print(systems.map((system) => there.text(system)).join('\n\n'));
  };
  const ask = (): void => prompt('search› ');
  there.say(HELP);
  ask();
  for await (const line of lines) {
    await answer(line.trim()).catch((error: unknown) => {
      // What one text leads to does not end the search for others.
      if (!(error instanceof InputError || error instanceof WorkError)) throw error;
      there.say(error.message);
    });
    if (!there.isRead()) break;
    ask();
  }
  lines.close();
};

const open = async (
  hits: readonly ExplainedHit[],
  rank: number,
  { print, say, width }: Pick<Conversation, 'print' | 'say' | 'width'>,
): Promise<void> => {
  const hit = hits.find((each) => each.rank === rank);
  if (!hit) return say(`No hit at ${rank}; there are ${hits.length}.`);
  const { docId, text = '', matches } = hit;
  await print(`${docId}\n\n${wrapped(markedLine(text, matches), Math.min(width, WIDEST)).join('\n')}`);
};
