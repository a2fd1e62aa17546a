import { createInterface } from 'node:readline/promises';
import { InputError, WorkError } from '../core/index.js';
import { sayLine } from '../node/index.js';
import type { ExplainedHit, QueryExplanation } from '../record/index.js';
import { systemText } from './explanation-text.js';
import { markedLine, wrapped } from './marked-text.js';
import { isRead, printMarked } from './output.js';

const HELP = 'Type words to search; the rank of a hit to read its document; ? for this help; Ctrl-D to end.';

/** A prompt on a terminal: a text searches, a number opens a document of the last search. */
export const searchByHand = async (
  find: (text: string) => Promise<QueryExplanation>,
  width: number,
): Promise<void> => {
  // The prompt is no result: it goes where notes go.
  const lines = createInterface({ input: process.stdin, output: process.stderr, prompt: 'search› ' });
  let hits: readonly ExplainedHit[] = [];
  const answer = async (line: string): Promise<void> => {
    if (line === '') return;
    if (line === '?') return sayLine(HELP);
    if (/^\d+$/.test(line) && hits.length > 0) return open(hits, Number(line), width);
    const { systems } = await find(line);
    hits = systems[0]!.hits;
    await printMarked(systems.map((system) => systemText(system, width)).join('\n\n'));
  };
  sayLine(HELP);
  lines.prompt();
  for await (const line of lines) {
    await answer(line.trim()).catch((error: unknown) => {
      // What one text leads to does not end the search for others.
      if (!(error instanceof InputError || error instanceof WorkError)) throw error;
      sayLine(error.message);
    });
    if (!isRead()) break;
    lines.prompt();
  }
  lines.close();
};

const open = async (hits: readonly ExplainedHit[], rank: number, width: number): Promise<void> => {
  const hit = hits.find((each) => each.rank === rank);
  if (!hit) return sayLine(`No hit at ${rank}; there are ${hits.length}.`);
  const { docId, text = '', matches } = hit;
  await printMarked(`${docId}\n\n${wrapped(markedLine(text, matches), Math.min(width, 100)).join('\n')}`);
};
