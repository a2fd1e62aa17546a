import type { Scorer } from '../../core/index.js';
import { listScorer } from './list-scorer.js';
import { readScores } from './read-scores.js';
import {
  type CommandPlace,
  commandIdentity,
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
  const { name, hello, inFlight, first, wrong, calls, close } = started;
  if (first.is === 'answer') {
    const read = readScores(first.scores ?? first.order, [FIRST]);
    if ('failed' in read) throw wrong(read.failed);
  }
  const scorer = listScorer({
    spec: commandIdentity(started, 'rerank'),
    pairwise: hello?.pairwise ?? false,
    inFlight,
    ask: async (list) => {
      const answered = await started.ask({ kind: 'rerank', ...list });
      return 'refused' in answered
        ? answered
        : [readScores(answered.scores ?? answered.order, list.documents)];
    },
    calls,
    close,
  });
  return { name, scorer };
};
