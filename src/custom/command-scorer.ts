import { basename } from 'node:path';
import type { Scorer } from '../core/index.js';
import { sizeSetting } from './custom-embedder.js';
import { listScorer } from './list-scorer.js';
import { readScores } from './read-scores.js';
import {
  type CommandPlace,
  commandIdentity,
  DEFAULT_IN_FLIGHT,
  FIRST_TEXT,
  type StartedCommand,
  startCommand,
} from './start-command.js';

const FIRST = { id: FIRST_TEXT, text: FIRST_TEXT };

/** Opens a command that puts documents in order; docs/your-own-search.md has the protocol. */
export const openCommandScorer = (
  command: string,
  place: CommandPlace = {},
): Promise<{ readonly name: string; readonly scorer: Scorer }> =>
  startCommand(
    command,
    place,
    {
      request: { kind: 'rerank', query: FIRST, documents: [FIRST] },
      expected: 'lines as docs/your-own-search.md describes them, with "scores" or "order"',
    },
    commandScorer,
  );

const commandScorer = (started: StartedCommand): { readonly name: string; readonly scorer: Scorer } => {
  const { talk, place, program, first, wrong } = started;
  const hello = talk.hello();
  if (first.is === 'answer') {
    const read = readScores(first.scores ?? first.order, [FIRST]);
    if ('failed' in read) throw wrong(read.failed);
  }
  const scorer = listScorer({
    spec: commandIdentity(started, 'rerank'),
    pairwise: hello?.pairwise ?? false,
    inFlight: sizeSetting('inFlight', place.inFlight ?? hello?.inFlight ?? DEFAULT_IN_FLIGHT),
    ask: async (list) => {
      const answered = await talk.ask({ kind: 'rerank', ...list });
      if (answered.is === 'end') return { refused: `the command ${answered.reason}`, final: true };
      if (answered.is !== 'answer') return { refused: answered.reason };
      return [readScores(answered.scores ?? answered.order, list.documents)];
    },
    calls: talk.calls,
    close: talk.close,
  });
  return { name: hello?.name ?? basename(program), scorer };
};
