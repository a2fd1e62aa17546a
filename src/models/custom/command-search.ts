import type { Hit, Searcher, SearchQuery } from '../../core/index.js';
import { searchInBatches } from './code-search.js';
import { commandEmbedder, embeddingLines } from './command.js';
import type { CustomEmbedder } from './custom-embedder.js';
import { readRanking } from './read-ranking.js';
import type { Reply } from './settle-in-batches.js';
import {
  type CommandPlace,
  commandIdentity,
  FIRST_TEXT,
  type StartedCommand,
  startCommand,
} from './start-command.js';

const FIRST_QUERY: SearchQuery = { id: FIRST_TEXT, text: FIRST_TEXT };
const FIRST_SEARCH = { queries: [FIRST_QUERY], k: 1 };
const SEARCH_LINES = 'lines as docs/your-own-search.md describes them, with one ranking per query';

/** Opens a command that answers queries with rankings as JSON lines; docs/your-own-search.md has the protocol. */
export const openCommandSearch = (command: string, place: CommandPlace = {}): Promise<Searcher> =>
  startCommand(
    command,
    place,
    { request: { kind: 'search', ...FIRST_SEARCH }, expected: SEARCH_LINES },
    commandSearch,
  );

export type CommandRetriever =
  | { readonly kind: 'dense'; readonly embedder: CustomEmbedder<Float32Array> }
  | { readonly kind: 'search'; readonly searcher: Searcher };

/** Opens a command without a set kind (embed or search): its hello decides, else its first response. */
export const openCommandRetriever = (command: string, place: CommandPlace = {}): Promise<CommandRetriever> =>
  startCommand(
    command,
    place,
    {
      request: { kind: 'dense', role: 'document', texts: [FIRST_TEXT], ...FIRST_SEARCH },
      expected: `${embeddingLines('dense')}; or a search system that says "search": true in its hello`,
    },
    (started) => {
      const { first, hello, wrong } = started;
      const embeds = first.is === 'answer' && first.vectors !== undefined;
      const searches = hello?.search ?? (first.is === 'answer' && first.rankings !== undefined);
      if (embeds && searches)
        throw wrong(
          'it both embeds and searches; say which with (kind=search) or (kind=dense) after the command',
        );
      return searches
        ? { kind: 'search', searcher: commandSearch(started) }
        : { kind: 'dense', embedder: commandEmbedder(started, 'dense') };
    },
  );

/** The search system that a command is, once it has answered. */
const commandSearch = (started: StartedCommand): Searcher => {
  const { name, hello, batchSize, inFlight, first, wrong, calls, close } = started;
  if (first.is === 'answer' && first.rankings?.length !== 1)
    throw wrong(`${first.rankings?.length ?? 'no'} rankings for 1 query`);
  const ask = async (queries: readonly SearchQuery[], k: number): Promise<Reply<readonly Hit[]>> => {
    const answered = await started.ask({ kind: 'search', queries, k });
    if ('refused' in answered) return answered;
    const { rankings = [], errors } = answered;
    if (rankings.length !== queries.length)
      return { refused: `${rankings.length} rankings for ${queries.length} queries` };
    return rankings.map((ranking, i) =>
      typeof errors[i] === 'string' ? { failed: errors[i] || 'no reason given' } : readRanking(ranking, k),
    );
  };
  return {
    name,
    spec: commandIdentity(started, 'search'),
    version: hello?.version,
    search: (queries, k, { signal }) =>
      searchInBatches(queries, (batch) => ask(batch, k), { batchSize, inFlight, signal }),
    calls,
    close,
  };
};
