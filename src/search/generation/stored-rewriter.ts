import {
  defined,
  failedIn,
  failedWork,
  InputError,
  type JsonObject,
  type Query,
  type Rewriter,
} from '../../core/index.js';
import type { ExpansionSettings } from './expansion.js';
import type { GenerationUsage } from './generated-texts.js';
import { queryExpander } from './generation-methods.js';
import { uselessTexts } from './useless-texts.js';

/** Generated texts from a file. */
export interface StoredTexts extends ExpansionSettings {
  /** Raw output by query id, or several of them. */
  readonly texts: ReadonlyMap<string, string | readonly string[]>;
  /** Says where the texts came from, for messages. */
  readonly source: string;
  /** Hash of the texts, so that two records with different texts differ. */
  readonly hash: string;
  /** Texts that each query should have, where that is known. */
  readonly samples?: number;
  /** How they were generated, where that is known: prompts, limits, corpus, sampling. */
  readonly made?: JsonObject;
  /** Texts among them that were truncated by the limit of tokens, where that is known. */
  readonly truncated?: number;
  /** Whether a seal says that they are as they were written; the record says it too. */
  readonly sealed?: boolean;
  /** What they took when they were written, where that is known. */
  readonly usage?: GenerationUsage;
  /** What is unusual about them, for the person who waits. */
  readonly note?: string;
}

/** Puts texts that were generated earlier into the queries, without an LLM call. */
export const storedRewriter = (stored: StoredTexts): Rewriter => {
  const { method, llm, texts, source, hash, made, usage, sealed, samples = 1, asPublished = false } = stored;
  const { spec, enter } = queryExpander(stored);
  return {
    name: `${method}(${llm})`,
    spec: { stage: 'stored-writing', method, llm, ...spec, texts: hash, ...(made && { made }) },
    open: async (_corpus, tools) => {
      if (stored.note) tools.note(stored.note);
      // Over all batches: queries with a text to search with, queries without any, texts without an answer.
      const total = { written: 0, missing: 0, unanswered: 0 };
      const truncated = { ...(stored.truncated && { truncated: 0 }) };
      const useless = uselessTexts();
      let known = 0;
      let lacking = 0;
      return {
        get facts() {
          return {
            writing: { ...total, ...truncated, ...defined({ sealed }), ...partOf(usage, known / texts.size) },
            ...failedIn(
              failedWork('queries without all their stored texts', lacking, `${source} lacks them`),
              asPublished ? {} : useless.failed(),
            ),
          };
        },
        run: async (queries) => {
          const entered = queries.map((query) => {
            const raws = texts.get(query.id);
            return raws === undefined ? undefined : enter(query, typeof raws === 'string' ? [raws] : raws);
          });
          const missing = entered.filter((each) => !each).length;
          known += queries.length - missing;
          if (known === 0 && missing > 0) throw ofAnotherTask(source, queries);
          const unanswered = entered.reduce((sum, each) => sum + (each?.unanswered ?? 0), 0);
          if (stored.truncated) truncated.truncated = stored.truncated;
          total.written += entered.filter((each) => each?.query.generated).length;
          total.missing += missing;
          // What was published is complete as it is.
          if (!asPublished) lacking += queries.filter(({ id }) => countOf(texts.get(id)) < samples).length;
          total.unanswered += unanswered;
          if (missing)
            tools.note(`${source}: no text for ${missing} queries; they are searched without expansion`);
          if (unanswered) tools.note(`${source}: ${unanswered} texts ${withoutAnswer(asPublished)}`);
          for (const each of entered)
            if (each) useless.add(each.query.text, each.query.generated ?? [], each.unanswered);
          return queries.map((query, i) => entered[i]?.query ?? query);
        },
      };
    },
  };
};

/** What some of the queries took, as all of them took so much. */
const partOf = (usage: StoredTexts['usage'], share: number): JsonObject => {
  if (!usage) return {};
  const { calls, tokensIn, tokensOut, estimated, usd, seconds } = usage;
  const counts = Object.entries({ calls, tokensIn, tokensOut, estimated });
  const amounts = Object.entries(defined({ usd, seconds }));
  return Object.fromEntries([
    ...counts.map(([name, count]) => [name, Math.round(count * share)] as const),
    ...amounts.map(([name, amount]) => [name, amount * share] as const),
  ]);
};

const countOf = (raws: string | readonly string[] = []): number =>
  typeof raws === 'string' ? 1 : raws.length;

const withoutAnswer = (asPublished: boolean): string =>
  'end inside their reasoning or are empty; queries without another text are searched ' +
  (asPublished ? 'with all of it' : 'without expansion');

const ofAnotherTask = (source: string, queries: readonly Query[]): InputError =>
  new InputError({
    at: { file: source },
    found: `no text for any of the ${queries.length} queries`,
    expected: `ids such as "${queries[0]!.id}"`,
    fix: 'give the file that belongs to this task',
  });
