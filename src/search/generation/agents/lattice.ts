import {
  type DocId,
  setting as declared,
  failedIn,
  failedWork,
  type JsonObject,
  type Query,
  type QueryId,
  type Ranking,
  type Retriever,
  type SettingValues,
  settledSettings,
} from '../../../core/index.js';
import { type CachedChat, mayPass, type Reply, spoken } from '../../../models/llms/index.js';
import { fill, type Prompts } from '../../../models/prompts/index.js';
import { generateEach } from '../generate-texts.js';
import { type GenerationUsage, totalUsage, unwrapped } from '../generated-texts.js';
import type { GenerationStep, OpenGenerationMethod } from '../generation-method.js';
import { samplingSpec } from '../sampling.js';
import { buildTree, shownDocuments } from './summary-tree.js';
import { wrote } from './transcript.js';

const LIMITS = {
  branch: declared.number('entries of a group, which one call reads', 10, {
    expected: 'a whole number from 2',
    holds: (branch) => Number.isSafeInteger(branch) && branch >= 2,
    range: [5, 20],
  }),
  steps: declared.count('steps down the tree per query at most', 10, [5, 20]),
  beam: declared.count('groups that are opened in a step', 2, [1, 4]),
  words: declared.count('words of a document that are read, and of a summary', 100, [50, 200]),
  path: declared.number("share of the group's score in that of its entries", 0.5, {
    expected: 'a share from 0 up to 1, 1 left out',
    holds: (share) => share >= 0 && share < 1,
    range: [0, 0.9],
  }),
} as const;

/** What a system's text may say of `lattice`. */
export const LATTICE_SETTINGS = {
  ...LIMITS,
  retriever: declared.system('system that finds which texts are grouped', 'bm25'),
} as const;

/** What the walk is made of. */
export interface LatticeOptions extends SettingValues<typeof LIMITS> {
  readonly chat: CachedChat;
  readonly prompts: Prompts;
  readonly task: string;
  /** Finds the neighbours of a text. */
  readonly retriever: Retriever;
  /** Hits kept per query. */
  readonly topK: number;
}

/** A group or a document that the model read. */
interface Entry {
  /** Of its group, from the bottom; -1 for a document. */
  readonly level: number;
  readonly index: number;
  readonly score: number;
  /** What the model gave to the groups above it and to itself. */
  readonly given: readonly number[];
}

/** A document that a walk came to. */
interface Found {
  readonly docId: DocId;
  readonly score: number;
  readonly given: readonly number[];
}

/** Among equal scores the one that was read first; small compared with a hundredth, and still apart in 32 bits. */
const PER_PLACE = 2 ** -20;

/**
 * A walk through a tree of summaries (LATTICE: Gupta and others, arXiv 2510.13217): a model reads the entries of a group and scores them, the best groups are
 * opened next, and the documents that were read are the ranking. An entry's score is partly that of its group, so that scores of different groups compare.
 */
export const latticeRetriever = (options: LatticeOptions): Retriever => {
  const { chat, prompts, task, retriever, topK } = options;
  const { branch, steps, beam, words, path } = settledSettings('lattice', LIMITS, options);
  const { model } = chat;
  const [template, summary] = [prompts.template('lattice', task), prompts.template('lattice/summary', task)];
  const treeSpec: JsonObject = {
    llm: model.name,
    model: model.spec,
    summary: summary.hash,
    ...{ branch, words },
    neighbours: retriever.spec,
    ...samplingSpec(1, model.sampling, {}),
  };
  return {
    name: 'lattice',
    spec: { retriever: 'lattice', tree: treeSpec, prompt: template.hash, ...{ steps, beam, path, topK } },
    open: async (corpus, tools) => {
      const documents = await shownDocuments(corpus, words);
      const tree = await buildTree(
        corpus,
        documents,
        { summaryTree: 1, corpus: corpus.key, ...treeSpec },
        { chat, template: summary, neighbours: retriever, branch, words },
        tools,
      );
      const { levels } = tree;
      const top = levels.at(-1)?.summaries ?? documents.texts;
      const textOf = (level: number, index: number): string =>
        level < 0 ? documents.texts[index]! : levels[level]!.summaries[index]!;
      const walks = new Map<QueryId, readonly Found[]>();
      const counts = { opened: 0, unread: 0, walked: 0, alike: 0, lost: 0, failed: 0 };
      const usages: GenerationUsage[] = [];
      let [firstReason, cached] = ['', false];

      const walk: OpenGenerationMethod = {
        expected: () => ({ known: [], further: 1 + beam * steps, furtherTokensIn: branch * words * 2 }),
        write: async (query, ask) => {
          const trace: GenerationStep[] = [];
          const found: Found[] = [];
          /** Every score of the walk. */
          const told: number[] = [];
          /** Groups that were read and not opened. */
          let waiting: readonly Entry[] = [];
          const read = async (level: number, entries: readonly number[], above?: Entry): Promise<void> => {
            const shown = entries.map((index, i) => `[${i + 1}] ${textOf(level, index)}`).join('\n\n');
            const values = { TEXT: query.text, ENTRIES: shown, COUNT: String(entries.length) };
            const scoresIn = (said: Reply) =>
              readEntryScores(spoken(said, model.reasoning) ?? '', entries.length);
            const reply = await ask(
              [{ role: 'user', content: fill(template, values) }],
              undefined,
              (said) => scoresIn(said).size > 0,
            );
            trace.push(wrote(spoken(reply, model.reasoning) ?? '', reply));
            const scores = scoresIn(reply);
            told.push(...scores.values());
            counts.opened += 1;
            if (scores.size === 0) counts.unread += 1;
            // What the model said nothing of has no score, and is not opened.
            const inOrder = [...scores].toSorted(([a], [b]) => a - b);
            const judged = inOrder.map(([place, own]): Entry => {
              const score = path * (above?.score ?? 1) + ((1 - path) * own) / 100;
              return { level, index: entries[place - 1]!, score, given: [...(above?.given ?? []), own] };
            });
            if (level >= 0) waiting = [...waiting, ...judged];
            else
              for (const { index, score, given } of judged)
                found.push({ docId: documents.ids[index]!, score: score - found.length * PER_PLACE, given });
          };
          await read(
            levels.length - 1,
            Array.from(top, (_, i) => i),
          );
          for (let step = 0; step < steps && waiting.length > 0; step++) {
            const best = waiting.toSorted((a, b) => b.score - a.score).slice(0, beam);
            waiting = waiting.filter((entry) => !best.includes(entry));
            for (const entry of best)
              await read(entry.level - 1, levels[entry.level]!.groups[entry.index]!, entry);
          }
          counts.walked += 1;
          if (found.length === 0) counts.lost += 1;
          if (told.length > 1 && new Set(told).size === 1) counts.alike += 1;
          walks.set(
            query.id,
            found.toSorted((a, b) => b.score - a.score),
          );
          return { texts: [], trace };
        },
      };
      const walkFor = async (queries: readonly Query[]) =>
        generateEach(walk, queries, { chat }, tools).catch(unwrapped);
      const rankingOf = ({ id }: Query): Ranking =>
        (walks.get(id) ?? []).slice(0, topK).map(({ docId, score }) => ({ docId, score }));

      return {
        get facts(): JsonObject {
          const { failed, walked, alike, lost, ...rest } = counts;
          return {
            writing: {
              ...totalUsage([...tree.usages, ...usages]),
              failures: failed,
              unanswered: 0,
              truncated: 0,
            },
            lattice: {
              levels: levels.length,
              summaries: levels.flatMap((level) => level.summaries).length,
              ...rest,
              ...(alike > 0 && { alike }),
            },
            ...failedIn(
              tree.failed,
              failedWork('queries whose walk broke off', failed, firstReason, { cached }),
              // It would score 0, as if it had read documents and found none of them good.
              failedWork('queries whose walk came to no document', lost, 'no line as "[1] 80" on its way', {
                cached: true,
              }),
              // Then the order is that of the tree, not of the model.
              2 * counts.unread > counts.opened
                ? failedWork('groups without a readable score', counts.unread, 'no line as "[1] 80"', {
                    cached: true,
                  })
                : {},
              2 * alike > walked
                ? failedWork(
                    'queries of which all entries have one score',
                    alike,
                    'nothing tells them apart',
                    { cached: true },
                  )
                : {},
            ),
          };
        },
        run: async (queries) => {
          const { failures, usage } = await walkFor(queries);
          usages.push(usage);
          for (const { id, kind, reason } of failures) {
            firstReason ||= `${kind}: ${reason}`;
            tools.note(`lattice: query ${id} has no hits (${kind}: ${reason})`);
          }
          counts.failed += failures.length;
          cached ||= failures.some(({ kind }) => !mayPass(kind));
          return queries.map((query) => ({ query, hits: rankingOf(query) }));
        },
        explainHits: async (query, wanted) => {
          if (!walks.has(query.id)) await walkFor([query]);
          const found = new Map(walks.get(query.id)?.map((each) => [each.docId, each]));
          return {
            scores: new Map(
              wanted.flatMap(({ id }) => {
                const { score, given } = found.get(id) ?? {};
                if (score === undefined || !given) return [];
                const details = { 'scores on the way down': given.join(' > ') };
                return [
                  [
                    id,
                    { kind: 'given' as const, score, parts: [{ name: 'lattice', value: score, details }] },
                  ],
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

const ENTRY = /\[(\d{1,4})\]\W{0,5}(\d{1,3})(?![\d.])/g;

/** The scores from 0 to 100 that an answer gives to its entries, by number; of an entry named twice the last counts. Those off the scale are left out. */
export const readEntryScores = (answer: string, count: number): ReadonlyMap<number, number> => {
  const lines = answer.slice(Math.max(0, answer.lastIndexOf('Scores:')));
  return new Map(
    [...lines.matchAll(ENTRY)]
      .map(([, entry, score]) => [Number(entry), Number(score)] as const)
      .filter(([entry, score]) => entry >= 1 && entry <= count && score <= 100),
  );
};
