import {
  type Corpus,
  setting as declared,
  documentsById,
  failedWithin,
  firstWords,
  fullText,
  type JsonObject,
  lexicalText,
  type Query,
  type QueryId,
  type Ranking,
  type Retriever,
  type SettingValues,
  settledSettings,
  type Tools,
} from '../../../core/index.js';
import { conversation, tokensInText } from '../../../models/llms/index.js';
import { fill } from '../../../models/prompts/index.js';
import { SEARCHES_WITH } from '../agents/index.js';
import { type Expansion, expander } from '../expansion.js';
import type { GenerationMethod, GenerationStep, RetrievedDocument } from '../generation-method.js';
import { type MethodSetting, methodSetting, numbered } from '../methods/index.js';
import { namedMethod } from '../named-method.js';
import { ASSUMPTIONS } from '../plan.js';
import { type Wrote, wrote } from '../wrote.js';

/**
 * What a system's text may say of it, besides what it searches with. Two rounds, as in DIVER, of ten documents, as in LameR;
 * DIVER shows five.
 */
const FEEDBACK = {
  rounds: declared.count('rounds of finding and reading documents', 2),
  documents: declared.count('documents read in a round', 10),
  keep: declared.oneOf(['last', 'all'], 'search with the last draft, or with those of all rounds', 'last'),
} as const;

interface FeedbackSetting extends MethodSetting, SettingValues<typeof FEEDBACK> {
  /** Finds what the model reads. It should keep `rounds` times `documents` hits, as those read before are skipped. */
  readonly retriever: Retriever;
}

const EXPANSION: Expansion = { join: 'after-query', dense: 'average', anyModel: true };

/** Words read of a document: LameR's cut. (DIVER cuts at as many tokens.) */
const WORDS = 512;
/** For the maximum that a round may read: seven bytes a word, its space included, and three a token as for whole texts. */
const TOKENS_PER_WORD = 7 / 3;
/** Tokens of a draft; the prompts ask for about 200 words. */
const DRAFT_TOKENS = 400;

/**
 * Rounds of feedback in the manner of DIVER (Long and others, arXiv 2508.07995): find documents, read those not read before,
 * write what should be found, search with that. The first round searches with the query alone. Each round rewrites the draft
 * as a whole, and the last one is used for query expansion; with `keep=all` every draft is, as DIVER appends every expansion.
 */
export const feedback = (setting: FeedbackSetting): GenerationMethod => {
  const { prompts, task, retriever, reasoning = 'auto' } = setting;
  const { rounds, documents, keep } = settledSettings('feedback', FEEDBACK, setting);
  const system = prompts.template('system', task);
  const first = prompts.template('feedback', task);
  const refine = prompts.template('feedback/refine', task);
  // Who wrote a draft makes no difference to how it is used in a search.
  const { enter } = expander(EXPANSION, { method: 'feedback', llm: '', reasoning });

  const messagesFor = ({ text }: Query, found: readonly FoundText[], draft: Wrote | undefined) => {
    const values = { TEXT: text, PASSAGE: numbered(found.map((each) => each.text)) };
    return conversation(
      system,
      draft ? fill(refine, { ...values, DRAFT: draft.answer }) : fill(first, values),
    );
  };

  return {
    method: 'feedback',
    spec: {
      method: 'feedback',
      rounds,
      documents,
      ...(keep === 'all' && { keep }),
      words: WORDS,
      system: system.hash,
      template: first.hash,
      refine: refine.hash,
      retriever: retriever.spec,
    },
    open: async (corpus, tools) => {
      const readings = await openReadings(retriever, corpus, tools, (text) => firstWords(text, WORDS).text);
      /** What the queries themselves find, as far as they were prepared for. */
      const plain = new Map<QueryId, Reading>();
      return {
        get failed() {
          return readings.failed;
        },
        prepare: async (queries) => {
          const found = await readings.read(queries.map(bare));
          for (const [i, { id }] of queries.entries()) plain.set(id, found[i]!);
        },
        write: async (query, ask) => {
          const trace: GenerationStep[] = [];
          const read = new Set<string>();
          let drafts: readonly Wrote[] = [];
          let last: Wrote | undefined;
          for (let round = 1; round <= rounds; round++) {
            const draft = drafts.at(-1);
            const searched = enter(bare(query), rawOf(drafts)).query;
            const known = draft ? undefined : plain.get(query.id);
            const found = (known ?? (await readings.read([searched]))[0]!).unread(read, documents);
            trace.push({ step: 'searched', query: lexicalText(searched), found: found.map(({ as }) => as) });
            if (found.length === 0 && last) {
              trace.push({ step: 'told', text: `nothing new was found in round ${round}: the draft stands` });
              break;
            }
            for (const { as } of found) read.add(as.id);
            last = wrote(await ask(messagesFor(query, found, draft)), reasoning);
            trace.push(last.step);
            // A round that contains no answer leaves the draft as it was.
            if (last.answer !== '') drafts = keep === 'all' ? [...drafts, last] : [last];
          }
          return { texts: rawOf(drafts.length > 0 ? drafts : [last!]), trace };
        },
        expected: (query) => {
          const known = plain.get(query.id)?.unread(new Set(), documents);
          const further = known ? rounds - 1 : rounds;
          const prompt = tokensInText(system.text + refine.text + query.text) + DRAFT_TOKENS;
          return {
            known: known ? [{ messages: messagesFor(query, known, undefined) }] : [],
            further,
            furtherTokensIn: prompt + Math.ceil(documents * WORDS * TOKENS_PER_WORD),
            likely: {
              calls: further,
              tokensIn: further * (prompt + documents * ASSUMPTIONS.tokensPerDocument),
            },
          };
        },
      };
    },
    ...(retriever.close && { close: () => retriever.close!() }),
  };
};

const rawOf = (drafts: readonly Wrote[]): readonly string[] => drafts.map(({ raw }) => raw);

/** Without what others wrote for it. */
const bare = ({ id, text }: Query): Query => ({ id, text });

/** `feedback` in a system's text. Documents of an earlier round are skipped, so a search finds enough for all rounds. */
export const feedbackMethod = namedMethod({
  settings: { ...FEEDBACK, retriever: SEARCHES_WITH },
  expansion: EXPANSION,
  make: async (context) => {
    const { retriever = SEARCHES_WITH.default, ...said } = context.settings;
    const { rounds = FEEDBACK.rounds.default, documents = FEEDBACK.documents.default } = said;
    const found = await context.retriever(retriever, rounds * documents);
    return feedback({ ...methodSetting(context), ...said, retriever: found, rounds, documents });
  },
});

interface FoundText {
  /** As the trace names it. */
  readonly as: RetrievedDocument;
  /** As the model reads it: no id, which might tell. */
  readonly text: string;
}

/** What a search found, to be read from the top. */
interface Reading {
  /** The best documents that were not read before and have words at all. */
  unread(read: ReadonlySet<string>, most: number): readonly FoundText[];
}

interface Readings {
  read(queries: readonly Query[]): Promise<readonly Reading[]>;
  /** Searches that failed, as `failedWork` says it. */
  readonly failed: JsonObject;
}

/** Enough of a document to know it by in a trace. */
const BEGINNING_WORDS = 15;

/**
 * Searches whose documents are read, texts cut by `quoted`. Which documents later searches find is not known beforehand, so
 * the corpus is held in memory. One search runs at a time: runners need not support several calls at once.
 */
const openReadings = async (
  retriever: Retriever,
  corpus: Corpus,
  tools: Tools,
  quoted: (text: string) => string,
): Promise<Readings> => {
  const runner = await retriever.open(corpus, tools);
  const documents = await documentsById(corpus);
  const readingOf = (hits: Ranking): Reading => ({
    unread: (read, most) => {
      const found: FoundText[] = [];
      for (const { docId, score } of hits) {
        if (found.length === most) break;
        const document = documents.get(docId);
        if (!document || read.has(docId)) continue;
        const text = quoted(fullText(document));
        if (text !== '')
          found.push({ as: { id: docId, score, begins: firstWords(text, BEGINNING_WORDS).text }, text });
      }
      return found;
    },
  });
  let last: Promise<unknown> = Promise.resolve();
  return {
    read: (queries) => {
      const search = last.then(() => runner.run(queries));
      last = search.catch(() => {});
      return search.then((ranked) => ranked.map(({ hits }) => readingOf(hits)));
    },
    get failed() {
      return failedWithin(runner.facts, 'in searches while writing');
    },
  };
};
