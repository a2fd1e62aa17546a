import { failedIn, failedWork, type JsonObject, type Query, type Rewriter } from '../core/index.js';
import { type EnteringSettings, entering } from './enter.js';
import { samplingSpec } from './sampling.js';
import { type WritingSettings, writeEach } from './write-each.js';
import type { Writer } from './writer.js';
import { WritingStopped, type WritingUsage, type WrittenAll } from './written.js';

export interface LiveWritingOptions
  extends WritingSettings,
    Pick<EnteringSettings, 'asPublished' | 'searches' | 'reasoner'> {
  readonly writer: Writer;
}

/**
 * Writes for queries as they are about to be searched, and puts the texts into them. A query whose writing fails is
 * searched as it stands and counted.
 */
export const liveWriting = (options: LiveWritingOptions): Rewriter => {
  const { writer, asPublished, searches = writer.searches, reasoner, ...settings } = options;
  const { asker, samples = 1, sampling = {} } = settings;
  const { model } = asker;
  const { spec, enter } = entering({
    method: writer.method,
    llm: model.name,
    reasoning: model.reasoning,
    ...(asPublished !== undefined && { asPublished }),
    ...(searches !== undefined && { searches }),
    ...(reasoner !== undefined && { reasoner }),
  });
  return {
    name: `${writer.method}(${model.name})`,
    spec: {
      stage: 'live-writing',
      method: writer.method,
      llm: model.name,
      model: model.spec,
      writer: writer.spec,
      ...samplingSpec(samples, model.sampling, sampling),
      ...spec,
    },
    open: async (corpus, tools) => {
      const open = await writer.open(corpus, tools);
      const sums = { failures: 0, unanswered: 0 };
      let firstReason = '';
      const usages: WritingUsage[] = [];
      return {
        get facts(): JsonObject {
          return {
            writing: { ...total(usages), ...sums },
            ...failedIn(
              failedWork('texts not written', sums.failures, firstReason, { cached: true }),
              open.failed ?? {},
            ),
          };
        },
        run: async (queries) => {
          await open.prepare?.(queries);
          const { drafts, failures, usage } = await writeEach(open, queries, settings, tools).catch(
            unwrapped,
          );
          usages.push(usage);
          const entered = queries.map((query) => enter(query, drafts.get(query.id)?.texts ?? []));
          const unanswered = entered.reduce((sum, each) => sum + each.unanswered, 0);
          sums.failures += failures.length;
          if (failures[0]) firstReason ||= `${failures[0].kind}: ${failures[0].reason}`;
          sums.unanswered += unanswered;
          for (const { id, kind, reason } of failures)
            tools.note(`${writer.method}: nothing written for query ${id} (${kind}: ${reason})`);
          if (unanswered > 0) tools.note(`${writer.method}: ${unanswered} texts come to no answer`);
          return entered.map(({ query }): Query => query);
        },
      };
    },
    // The model is its opener's to close: other systems may be using it too.
    ...(writer.close && { close: () => writer.close!() }),
  };
};

/** Whoever searches has no use for half the texts of a batch: the calls are kept anyway. */
const unwrapped = (error: unknown): never => {
  throw error instanceof WritingStopped ? error.cause : error;
};

const total = (usages: readonly WritingUsage[]): WrittenAll['usage'] => {
  const sum = (field: 'calls' | 'tokensIn' | 'tokensOut' | 'estimated'): number =>
    usages.reduce((all, usage) => all + usage[field], 0);
  const usd = usages.reduce<number | undefined>(
    (all, usage) => (usage.usd === undefined ? all : (all ?? 0) + usage.usd),
    undefined,
  );
  return {
    calls: sum('calls'),
    tokensIn: sum('tokensIn'),
    tokensOut: sum('tokensOut'),
    estimated: sum('estimated'),
    ...(usd !== undefined && { usd }),
  };
};
