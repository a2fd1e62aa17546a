import {
  type Corpus,
  corpusOf,
  documentsById,
  failedIn,
  failedWithin,
  failedWork,
  firstWords,
  fullText,
  type JsonObject,
  type Query,
  queryId,
  type Retriever,
  type Tools,
} from '../../../core/index.js';
import { type CachedChat, spoken } from '../../../models/llms/index.js';
import { fill, type Template } from '../../../models/prompts/index.js';
import { generateEach } from '../generate-texts.js';
import { type GenerationUsage, unwrapped } from '../generated-texts.js';
import { ALIKE } from '../useless-texts.js';

/** Groups of the entries of the level below, or of documents, and what the model wrote of each. */
interface Level {
  readonly groups: readonly (readonly number[])[];
  readonly summaries: readonly string[];
}

/** A corpus as a tree: documents, groups of them, groups of groups, until the last level can be read at once. */
export interface SummaryTree {
  /** From the documents up. */
  readonly levels: readonly Level[];
  /** What writing the summaries took, level by level, also where they are from the cache. */
  readonly usages: readonly GenerationUsage[];
}

/** Summaries that were not written, and searches that failed, as `failedWork` says it. */
export interface BuiltTree extends SummaryTree {
  readonly failed: JsonObject;
}

/** What decides a tree, besides the corpus. */
export interface TreeOptions {
  readonly chat: CachedChat;
  readonly template: Template;
  /** Finds what is grouped with a text. */
  readonly neighbours: Retriever;
  /** Entries of a group at most. */
  readonly branch: number;
  /** Words of a document that are read, and of a summary that are requested. */
  readonly words: number;
}

/** Ids of documents and the words of each that are read, in the order of the corpus. */
export const shownDocuments = async (corpus: Corpus, words: number) => {
  const documents = [...(await documentsById(corpus)).values()];
  const texts = documents.map((document) => firstWords(fullText(document), words).text);
  return { ids: documents.map(({ id }) => id), texts };
};

/**
 * Builds a tree from the leaves up. Texts are grouped with their nearest ones, and a model writes what each group is about. Every call is
 * cached by itself, so that a build that was stopped goes on; a tree that lacks nothing is cached whole.
 */
export const buildTree = async (
  corpus: Corpus,
  documents: Awaited<ReturnType<typeof shownDocuments>>,
  key: JsonObject,
  options: TreeOptions,
  tools: Tools,
): Promise<BuiltTree> => {
  const stored = await tools.cache.get(key);
  if (stored) return { ...(JSON.parse(new TextDecoder().decode(stored)) as SummaryTree), failed: {} };
  const { branch } = options;
  const levels: Level[] = [];
  const usages: GenerationUsage[] = [];
  const failures: JsonObject[] = [];
  const numbers = new Map(documents.ids.map((id, i) => [id as string, i]));
  let { texts } = documents;
  while (texts.length > branch) {
    const isBottom = levels.length === 0;
    const names = isBottom ? documents.ids : texts.map((_, i) => String(i));
    const searched = isBottom
      ? corpus
      : corpusOf(
          `${corpus.key} level ${levels.length}`,
          texts.map((text, i) => ({ id: String(i), text })),
        );
    // The key of a level does not hold its texts, so nothing of it may be found again by the key.
    const own = isBottom ? tools : { ...tools, cache: NO_CACHE };
    const runner = await options.neighbours.open(searched, own);
    const ranked = await runner.run(texts.map((text, i) => ({ id: queryId(`entry ${names[i]}`), text })));
    failures.push(failedWithin(runner.facts, 'in searches for neighbours'));
    const nearest = ranked.map(({ hits }) =>
      hits.map(({ docId }) => (isBottom ? numbers.get(docId)! : Number(docId))),
    );
    const groups = groupsOf(nearest, branch);
    const level = await summarised(groups, texts, levels.length, options, tools);
    usages.push(level.usage);
    failures.push(level.failed);
    levels.push({ groups, summaries: level.summaries });
    texts = level.summaries;
  }
  const tree: SummaryTree = { levels, usages };
  const failed = failedIn(...failures);
  if (Object.keys(failed).length === 0)
    await tools.cache.put(key, [new TextEncoder().encode(JSON.stringify(tree))]);
  return { ...tree, failed };
};

/** Remembers nothing. */
const NO_CACHE: Tools['cache'] = {
  get: async () => undefined,
  open: async () => undefined,
  put: async () => {},
};

/**
 * Each text in turn, with the nearest that no earlier one has. Groups of which two fit into one are joined, so that no level has more than half of the
 * entries below it, and one.
 */
export const groupsOf = (
  nearest: readonly (readonly number[])[],
  most: number,
): readonly (readonly number[])[] => {
  const taken = new Set<number>();
  const full: number[][] = [];
  let rest: number[] | undefined;
  for (const [entry, near] of nearest.entries()) {
    if (taken.has(entry)) continue;
    const group = [...new Set([entry, ...near])].filter((each) => !taken.has(each)).slice(0, most);
    for (const each of group) taken.add(each);
    if (2 * group.length > most) full.push(group);
    else if (rest && rest.length + group.length <= most) rest.push(...group);
    else {
      rest = group;
      full.push(rest);
    }
  }
  return full;
};

const summarised = async (
  groups: readonly (readonly number[])[],
  texts: readonly string[],
  level: number,
  { chat, template, words }: TreeOptions,
  tools: Tools,
) => {
  const prompts = groups.map(
    (group, i): Query => ({
      id: queryId(`group ${i + 1} of level ${level + 1}`),
      text: fill(template, { WORDS: String(words), ENTRIES: group.map((each) => texts[each]).join('\n\n') }),
    }),
  );
  const progress = tools.progress(`summaries, level ${level + 1}`, groups.length);
  const written = await generateEach(
    {
      expected: () => ({ known: [], further: 1, furtherTokensIn: 0 }),
      write: async ({ text }, ask) => {
        const reply = await ask([{ role: 'user', content: text }]);
        return { texts: [(spoken(reply, chat.model.reasoning) ?? '').trim()], trace: [] };
      },
    },
    prompts,
    { chat },
    tools,
    ({ fromCache }) => progress.advance(1, fromCache),
  )
    .catch(unwrapped)
    .finally(() => progress.done());
  const said = prompts.map(({ id }) => written.drafts.get(id)?.texts[0] ?? '');
  const missing = said.filter((text) => text === '').length;
  const [first] = written.failures;
  return {
    usage: written.usage,
    // The group is read by the beginnings of what is in it; the result is incomplete all the same.
    summaries: said.map((text, i) => text || startsOf(groups[i]!, texts, words)),
    failed: failedIn(
      failedWork('summaries', missing, first ? `${first.kind}: ${first.reason}` : 'no answer', {
        cached: true,
      }),
      said.length >= ALIKE && new Set(said).size === 1 && missing === 0
        ? failedWork(
            'summaries that are one and the same text',
            said.length,
            'a walk learns nothing from them',
          )
        : {},
    ),
  };
};

const startsOf = (group: readonly number[], texts: readonly string[], words: number): string =>
  group.map((each) => firstWords(texts[each]!, Math.ceil(words / group.length)).text).join(' ');
