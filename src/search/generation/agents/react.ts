import {
  type DocId,
  type Document,
  setting as declared,
  defined,
  docId,
  estimatedTokens,
  failedIn,
  failedWork,
  firstWords,
  fullText,
  type JsonObject,
  type Query,
  type QueryId,
  type Ranking,
  type Retriever,
  type SettingValues,
  settledSettings,
} from '../../../core/index.js';
import { type CachedChat, type Message, mayPass, spoken } from '../../../models/llms/index.js';
import { fill, type Prompts } from '../../../models/prompts/index.js';
import { generateEach } from '../generate-texts.js';
import { type GenerationUsage, totalUsage, unwrapped } from '../generated-texts.js';
import type { GenerationStep, OpenGenerationMethod } from '../generation-method.js';
import { samplingSpec } from '../sampling.js';
import { likelySearches, readInTurns, SEARCHES_WITH } from './agent-setting.js';
import { type Search, searcher } from './searcher.js';
import { readToolCall } from './tool-call.js';
import { searched, told, wrote } from './transcript.js';

const LIMITS = {
  turns: declared.count('calls of the LLM per query at most', 8, [2, 16]),
  documents: declared.count('documents shown per search at most', 10, [3, 20]),
  words: declared.count('words of a document that are shown', 150, [50, 500]),
} as const;

/** What a system's text may say of `react`. */
export const REACT_SETTINGS = { ...LIMITS, retriever: SEARCHES_WITH } as const;

/** What the agent is made of. */
export interface ReactOptions extends SettingValues<typeof LIMITS> {
  readonly chat: CachedChat;
  readonly prompts: Prompts;
  readonly task: string;
  readonly retriever: Retriever;
  /** Makes one ranking of those of all searches. */
  fuse(rankings: readonly Ranking[]): Ranking;
  /** Hits kept per query. */
  readonly topK: number;
}

/** How a conversation ended. */
interface Ended {
  /** What the agent named, best first; none where it ended without an answer. */
  readonly named: readonly DocId[];
  readonly searches: readonly Ranking[];
}

/**
 * An agent that searches while it reasons (ReAct: Yao and others, arXiv 2210.03629), with two tools, `retrieve` and `final_results`. What it names
 * comes first, in its order; behind that come all its searches, fused. An agent that ends without an answer leaves its searches, and one that never searched
 * leaves a search with the query.
 */
export const reactRetriever = (options: ReactOptions): Retriever => {
  const { chat, prompts, task, retriever, fuse, topK } = options;
  const { turns, documents, words } = settledSettings('react', LIMITS, {
    ...defined({ turns: options.turns, documents: options.documents, words: options.words }),
  });
  const { model } = chat;
  const templates = {
    start: prompts.template('react', task),
    results: prompts.template('react/results', task),
    invalid: prompts.template('react/invalid', task),
    repeated: prompts.template('react/repeated', task),
  };
  const startOf = ({ text }: Query): Message => ({
    role: 'user',
    content: fill(templates.start, { TEXT: text, TURNS: String(turns), DOCUMENTS: String(documents) }),
  });
  const hashes = Object.entries(templates).map(([name, { hash }]) => [name, hash] as const);
  return {
    name: 'react',
    spec: {
      retriever: 'react',
      llm: model.name,
      model: model.spec,
      prompts: Object.fromEntries(hashes),
      ...{ turns, documents, words, topK },
      searches: retriever.spec,
      ...samplingSpec(1, model.sampling, {}),
    },
    open: async (corpus, tools) => {
      const searching = searcher(retriever, corpus, topK, tools);
      const ended = new Map<QueryId, Ended>();
      const counts = { answered: 0, fused: 0, bare: 0, failed: 0, searches: 0, invalid: 0 };
      const usages: GenerationUsage[] = [];
      let firstReason = '';
      let cached = false;

      const agent: OpenGenerationMethod = {
        beforeCalls: searching.open,
        expected: (query) => expectedCalls(startOf(query), turns, documents * words),
        write: async (query, ask) => {
          const messages: Message[] = [startOf(query)];
          const trace: GenerationStep[] = [];
          /** Documents by the mark under which they were shown. */
          const shown = new Map<string, DocId>();
          const marks = new Map<DocId, string>();
          const searches = new Map<string, Ranking>();
          const say = (content: string): void => {
            messages.push({ role: 'user', content });
            trace.push(told(content));
          };
          const listed = ({ documents: found }: Search, most: number): string =>
            found
              .slice(0, most)
              .map((document) => {
                const known = marks.get(document.id);
                if (known) return `[${known}] (shown before)`;
                const mark = `D${marks.size + 1}`;
                marks.set(document.id, mark);
                shown.set(mark.toLowerCase(), document.id);
                return `[${mark}] ${shownText(document, words)}`;
              })
              .join('\n\n') || '(nothing)';
          const finish = (named: readonly DocId[]) => {
            ended.set(query.id, { named, searches: [...searches.values()] });
            return { texts: [], trace };
          };
          for (let left = turns - 1; left >= 0; left--) {
            const reply = await ask(
              [...messages],
              undefined,
              (said) => readToolCall(spoken(said, model.reasoning) ?? '').tool !== 'none',
            );
            const said = spoken(reply, model.reasoning) ?? '';
            trace.push(wrote(said, reply));
            messages.push({ role: 'assistant', content: said.trim() || '(nothing)' });
            const call = readToolCall(said);
            const TURNS = String(left);
            if (call.tool === 'final_results') {
              const named = call.documents.flatMap((mark) => shown.get(bare(mark)) ?? []);
              if (named.length > 0) return finish([...new Set(named)]);
              counts.invalid += 1;
              say(fill(templates.invalid, { TURNS, REASON: 'none of these documents was shown' }));
            } else if (call.tool === 'none') {
              counts.invalid += 1;
              say(fill(templates.invalid, { TURNS, REASON: call.reason }));
            } else if (searches.has(call.query)) say(fill(templates.repeated, { TURNS }));
            else if (left > 0) {
              const found = await searching.search(call.query, query);
              searches.set(call.query, rankingOf(found));
              trace.push(searched(call.query, found));
              const most = Math.min(call.k ?? documents, documents);
              say(fill(templates.results, { TURNS, QUERY: call.query, DOCUMENTS: listed(found, most) }));
            }
          }
          return finish([]);
        },
      };

      /** What a query gets: what the agent named, and all that it found behind it. */
      const rankingFor = async (query: Query): Promise<Ranking> => {
        const { named = [], searches = [] } = ended.get(query.id) ?? {};
        const own = searches.filter(({ length }) => length > 0);
        const lists = own.length > 0 ? own : [rankingOf(await searching.search(query.text, query))];
        return joined(named, fuse(lists)).slice(0, topK);
      };
      const count = ({ id }: Query, failed: boolean): void => {
        const { named = [], searches = [] } = ended.get(id) ?? {};
        counts.searches += searches.length;
        if (failed) counts.failed += 1;
        else if (named.length > 0) counts.answered += 1;
        else if (searches.some(({ length }) => length > 0)) counts.fused += 1;
        else counts.bare += 1;
      };

      return {
        get facts(): JsonObject {
          const { failed, ...rest } = counts;
          const all = counts.answered + counts.fused + counts.bare;
          return {
            writing: {
              ...totalUsage(usages),
              failures: failed,
              unanswered: counts.fused + counts.bare,
              truncated: 0,
            },
            react: rest,
            ...failedIn(
              failedWork('queries that the agent left', failed, firstReason, { cached }),
              // Then the score would be that of the retriever alone, under this name.
              counts.bare * 2 > all
                ? failedWork('queries without a search of the agent', counts.bare, 'it called no tool', {
                    cached: true,
                  })
                : {},
              searching.failed,
            ),
          };
        },
        run: async (queries) => {
          const { failures, usage } = await generateEach(agent, queries, { chat }, tools).catch(unwrapped);
          usages.push(usage);
          const reasons = new Map(failures.map(({ id, kind, reason }) => [id, `${kind}: ${reason}`]));
          for (const [id, reason] of reasons) {
            firstReason ||= reason;
            tools.note(`react: query ${id} is searched as it is (${reason})`);
          }
          cached ||= failures.some(({ kind }) => !mayPass(kind));
          const ranked = [];
          for (const query of queries) {
            count(query, reasons.has(query.id));
            ranked.push({ query, hits: await rankingFor(query) });
          }
          return ranked;
        },
        explainHits: async (query, wanted) => {
          if (!ended.has(query.id)) await generateEach(agent, [query], { chat }, tools).catch(unwrapped);
          const { named = [], searches = [] } = ended.get(query.id) ?? {};
          const hits = new Map((await rankingFor(query)).map((hit) => [hit.docId, hit.score]));
          return {
            scores: new Map(
              wanted.flatMap(({ id }) => {
                const score = hits.get(id);
                if (score === undefined) return [];
                const place = named.indexOf(id) + 1;
                const found = searches.filter((list) => list.some((hit) => hit.docId === id)).length;
                const details = { ...(place > 0 && { 'named at': place }), 'searches that found it': found };
                return [
                  [id, { kind: 'given' as const, score, parts: [{ name: 'react', value: score, details }] }],
                ];
              }),
            ),
          };
        },
      };
    },
    ...(retriever.close && { close: () => retriever.close!() }),
  };
};

const shownText = (document: Document, words: number): string => firstWords(fullText(document), words).text;

/** `[D4]`, `d4` and `D4` are the same mark. */
const bare = (mark: string): string => mark.replace(/[[\]\s]/g, '').toLowerCase();

const rankingOf = ({ found }: Search): Ranking => found.map(({ id, score }) => ({ docId: docId(id), score }));

/** Above every score of a fusion, so that what was named comes first. */
const NAMED = 1000;

const joined = (named: readonly DocId[], fused: Ranking): Ranking => {
  const first = new Set(named);
  return [
    ...named.map((id, i) => ({ docId: id, score: NAMED - i })),
    ...fused.filter(({ docId: id }) => !first.has(id)),
  ];
};

const expectedCalls = (start: Message, turns: number, wordsPerSearch: number) => {
  const first = estimatedTokens(start.content);
  const perTurn = Math.ceil(wordsPerSearch * 1.4);
  const likely = likelySearches(turns);
  return {
    known: [{ messages: [start] }],
    further: turns - 1,
    furtherTokensIn: first + Math.ceil((turns * perTurn) / 2),
    likely: { calls: likely, tokensIn: Math.ceil(readInTurns(first, perTurn, likely)) },
  };
};
