import {
  defined,
  failedIn,
  failedWork,
  type JsonObject,
  type Query,
  type Rewriter,
} from '../../core/index.js';
import { mayPass } from '../../models/llms/index.js';
import type { ExpansionSettings } from './expansion.js';
import { type GenerateEachOptions, generateEach } from './generate-texts.js';
import { type GenerationUsage, totalUsage, truncatedAnswers, unwrapped } from './generated-texts.js';
import type { GenerationMethod } from './generation-method.js';
import { queryExpander, readingStyle } from './generation-methods.js';
import { samplingSpec } from './sampling.js';
import { uselessTexts } from './useless-texts.js';

/** Settings of a rewriter that generates while the system runs. */
export interface LlmRewriterOptions
  extends GenerateEachOptions,
    Pick<ExpansionSettings, 'asPublished' | 'searches' | 'reasoner'> {
  /** The source of the prompts, if they are not the package's; saved in the record. */
  readonly prompts?: string;
  readonly method: GenerationMethod;
}

/**
 * Generates texts for queries as they are about to be searched, and puts them into the queries. A query whose generation fails is
 * searched without expansion and counted.
 */
export const llmRewriter = (options: LlmRewriterOptions): Rewriter => {
  const { method: generationMethod, asPublished, searches, reasoner, prompts, ...settings } = options;
  const { chat, samples = 1, sampling = {} } = settings;
  const { model } = chat;
  const style = readingStyle(generationMethod.method, model.reasoning);
  const { spec, enter } = queryExpander({
    method: generationMethod.method,
    llm: model.name,
    reasoning: model.reasoning,
    ...defined({ asPublished, searches, reasoner }),
  });
  return {
    name: `${generationMethod.method}(${model.name})`,
    spec: {
      stage: 'live-writing',
      method: generationMethod.method,
      llm: model.name,
      ...defined({ service: model.service }),
      model: model.spec,
      writer: generationMethod.spec,
      ...samplingSpec(samples, model.sampling, sampling),
      ...spec,
    },
    open: async (corpus, tools) => {
      const open = await generationMethod.open(corpus, tools);
      const sums = { failures: 0, unanswered: 0, truncated: 0 };
      const useless = uselessTexts();
      let firstReason = '';
      let cached = false;
      const usages: GenerationUsage[] = [];
      return {
        get facts(): JsonObject {
          return {
            writing: { ...totalUsage(usages), ...sums },
            ...defined({ prompts }),
            ...failedIn(
              failedWork('texts not written', sums.failures, firstReason, { cached }),
              useless.failed(),
              open.failed ?? {},
            ),
          };
        },
        run: async (queries) => {
          await open.prepare?.(queries);
          const { drafts, failures, usage } = await generateEach(open, queries, settings, tools).catch(
            unwrapped,
          );
          usages.push(usage);
          const entered = queries.map((query) => enter(query, drafts.get(query.id)?.texts ?? []));
          const unanswered = entered.reduce((sum, each) => sum + each.unanswered, 0);
          for (const { query, unanswered: without } of entered)
            useless.add(query.text, query.generated ?? [], without);
          sums.failures += failures.length;
          if (failures[0]) firstReason ||= `${failures[0].kind}: ${failures[0].reason}`;
          cached ||= failures.some(({ kind }) => !mayPass(kind));
          sums.unanswered += unanswered;
          for (const draft of drafts.values()) sums.truncated += truncatedAnswers(draft, style);
          for (const { id, kind, reason } of failures)
            tools.note(`${generationMethod.method}: nothing written for query ${id} (${kind}: ${reason})`);
          if (unanswered > 0) tools.note(`${generationMethod.method}: ${unanswered} texts contain no answer`);
          return entered.map(({ query }): Query => query);
        },
      };
    },
    // The model is its opener's to close: other systems may be using it too.
    ...(generationMethod.close && { close: () => generationMethod.close!() }),
  };
};
