import { z } from 'zod';
import {
  type Corpus,
  corpusOf,
  defined,
  type Json,
  type JsonObject,
  lookup,
  mustSucceed,
  queryId,
  type Retriever,
  type Tools,
} from '../../../core/index.js';
import { retrievers } from '../../../search/retrieval/index.js';
import { NEAR } from '../../audit/index.js';
import { BuildItem, Passage } from '../item.js';
import { defineStep, type StepContext } from '../step.js';
import { duplicatesAmong, mergeLists, ORDER_RULE } from './merge-lists.js';
import { poolFigures, poolNotes } from './pool-figures.js';
import { type FoundList, GIVEN, givenLists, VIEWS, type View } from './views.js';

const VIEW_NAMES = [GIVEN, ...(Object.keys(VIEWS) as View[])] as const;

const PoolSettings = z.strictObject({
  views: z
    .array(z.enum(VIEW_NAMES))
    .min(1)
    .default([...VIEW_NAMES])
    .describe('what is searched with: query, answer, reasoning; given: evidence that the item names'),
  retrievers: z
    .array(z.string())
    .min(1)
    .default(['bm25', 'lsa'])
    .describe('who searches: names of retrievers or whole systems'),
  poolDepth: z.int().min(1).default(20).describe('hits that are taken of each list'),
  givenDepth: z.int().min(1).default(50).describe('passages that are taken of the evidence an item names'),
  cap: z.int().min(1).default(50).describe('most candidates of an item'),
  duplicates: z
    .number()
    .min(0.5)
    .max(1)
    .default(NEAR.threshold)
    .describe('Jaccard of shingles from which one of two passages is judged for both'),
});
type PoolSettings = z.infer<typeof PoolSettings>;

export const pool = defineStep({
  name: 'pool',
  help: 'find candidate documents by several views and retrievers',
  example: '--retrievers bm25,lsa --pool-depth 20',
  reads: ['reasoned', 'passages'],
  writes: ['candidates', 'lists'],
  settings: PoolSettings,
  run: async (context) => {
    const { work, settings, tools } = context;
    const items = await work.read('reasoned', BuildItem);
    const passages = await work.read('passages', Passage);
    const { lists, specs } = await listsOf(items, passages, context);
    const { candidates, overCap } = mergeLists(
      lists,
      duplicatesAmong(passages, settings.duplicates),
      settings.cap,
    );
    await work.write('lists', lists);
    await work.write('candidates', candidates);
    for (const line of poolNotes(lists, candidates)) tools.note(line);
    const withCandidates = new Set(candidates.map(({ item }) => item));
    const without = items.length - withCandidates.size;
    if (without > 0) tools.note(`${without} of ${items.length} items have no candidate`);
    return {
      in: items.length,
      out: withCandidates.size,
      held: without > 0 ? { 'no candidate': without } : {},
      figures: { order: ORDER_RULE, ...poolFigures(lists, candidates), overCap, retrievers: specs },
    };
  },
});

/** What retrievers found, and what they are. Lists are in the order that candidates are taken by: per item the views as set, and in each the retrievers as set. */
const listsOf = async (
  items: readonly BuildItem[],
  passages: readonly Passage[],
  context: StepContext<PoolSettings>,
): Promise<{ readonly lists: readonly FoundList[]; readonly specs: JsonObject }> => {
  const { settings, tools } = context;
  const documents = passages.map(({ id, title, text }) => ({ id, text, ...defined({ title }) }));
  const corpus = corpusOf(`build:${await context.work.hash('passages')}`, documents);
  const found = new Map<string, FoundList>();
  const keep = (list: FoundList): void => {
    found.set(JSON.stringify([list.item, list.view, list.retriever]), list);
  };
  if (settings.views.includes(GIVEN))
    for (const list of givenLists(items, passages, settings.givenDepth)) keep(list);
  const names = [...new Set(settings.retrievers)];
  const specs: [string, Json][] = [];
  for (const name of names) {
    const retriever = await openRetriever(name, corpus, context);
    specs.push([name, retriever.spec]);
    try {
      const runner = await retriever.open(corpus, tools);
      for (const view of settings.views)
        if (view !== GIVEN)
          for (const list of await search(items, view, name, settings.poolDepth, runner, tools)) keep(list);
      mustSucceed(name, runner.facts);
    } finally {
      await retriever.close?.();
    }
  }
  const lists = items.flatMap(({ id }) =>
    settings.views.flatMap((view) =>
      (view === GIVEN ? [GIVEN] : names).flatMap((name) => found.get(JSON.stringify([id, view, name])) ?? []),
    ),
  );
  return { lists, specs: Object.fromEntries(specs) };
};

type Runner = Awaited<ReturnType<Retriever['open']>>;

const search = async (
  items: readonly BuildItem[],
  view: View,
  retriever: string,
  depth: number,
  runner: Runner,
  tools: Pick<Tools, 'signal'>,
): Promise<readonly FoundList[]> => {
  tools.signal.throwIfAborted();
  const queries = items.flatMap((item) => {
    const text = VIEWS[view](item)?.trim();
    return text ? [{ id: queryId(item.id), text }] : [];
  });
  const ranked = await runner.run(queries);
  return ranked.flatMap(({ query, hits }) => {
    // A score of exactly 0 means that nothing is shared: the reference's BM25 fills its list with such documents.
    const scored = hits.filter(({ score }) => score !== 0);
    const found = scored.slice(0, depth).map((hit) => hit.docId as string);
    return found.length > 0 ? [{ item: query.id, view, retriever, passages: found }] : [];
  });
};

/** One of `retrieval` by its name, or what the caller opens for the text of a system. */
const openRetriever = async (
  name: string,
  corpus: Corpus,
  { settings, retriever }: StepContext<PoolSettings>,
): Promise<Retriever> => {
  const known: Readonly<Record<string, (options: { readonly topK: number }) => Retriever>> = retrievers;
  if (!Object.hasOwn(known, name) && retriever) return retriever(name, corpus, settings.poolDepth);
  return lookup('retriever', known, name)({ topK: settings.poolDepth });
};
