import {
  type Corpus,
  canonicalJson,
  defined,
  isJsonObject,
  type Json,
  type JsonObject,
  own,
  type Runner,
  type Stage,
  type Tools,
} from '../../core/index.js';
import { type SystemText, systemsIn } from './expression.js';

/** What a stage is found again by. */
export interface AskedStage {
  readonly kind: 'rewriter' | 'retriever' | 'reranker';
  readonly text: string;
  /** Everything else that decides what is built: how many hits are kept, whether as published. */
  readonly under: Json;
}

/**
 * Stages that several systems of one call have in common: built once, opened once per corpus, and run once per input.
 * Results are those of stages built for each system by itself; only the work is less.
 */
export interface SharedStages {
  /** The requested stage, built unless it is there already. Close it when its system is done with it. */
  share<In extends object, Out>(
    asked: AskedStage,
    build: () => Promise<Stage<In, Out>>,
  ): Promise<Stage<In, Out>>;
  close(): Promise<void>;
}

type AnyStage = Stage<object, unknown>;

interface Held {
  readonly key: string;
  readonly text: string;
  readonly stage: Promise<AnyStage>;
  readonly openings: Map<string, Promise<Opening>>;
  holders: number;
}

/**
 * Stages kept open between two systems that use them, at most. One may be a model of gigabytes, and building it again
 * costs seconds: what it made is in the caches.
 */
const MOST_IDLE = 4;

/** How often shared stages are used, and how many stay open. */
export interface SharedStagesOptions {
  /** How often each stage will be requested, by its text (`stageUses`); once by default. */
  readonly uses?: ReadonlyMap<string, number>;
  readonly mostIdle?: number;
}

/** A stage is closed, and what it answered forgotten, when its last use is over, or when too many others wait idle. */
export const shareStages = ({
  uses = new Map(),
  mostIdle = MOST_IDLE,
}: SharedStagesOptions = {}): SharedStages => {
  const held = new Map<string, Held>();
  const left = new Map(uses);
  /** The one that has waited longest comes first. */
  const idle = new Set<Held>();

  const letGo = async (entry: Held): Promise<void> => {
    idle.delete(entry);
    if (held.get(entry.key) !== entry) return;
    held.delete(entry.key);
    await (await entry.stage).close?.();
  };

  const release = async (entry: Held): Promise<void> => {
    const toCome = (left.get(entry.text) ?? 1) - 1;
    left.set(entry.text, toCome);
    entry.holders -= 1;
    if (entry.holders > 0) return;
    if (toCome <= 0) return letGo(entry);
    idle.add(entry);
    for (const longest of idle) if (idle.size > mostIdle) await letGo(longest);
  };

  const take = async (
    { kind, text, under }: AskedStage,
    build: () => Promise<AnyStage>,
  ): Promise<AnyStage> => {
    const key = canonicalJson([kind, text, under]);
    const entry = held.get(key) ?? { key, text, stage: build(), openings: new Map(), holders: 0 };
    held.set(key, entry);
    entry.holders += 1;
    idle.delete(entry);
    try {
      return handle(entry, await entry.stage, () => release(entry));
    } catch (error) {
      // The next caller tries again.
      if (held.get(key) === entry) held.delete(key);
      throw error;
    }
  };

  return {
    // What comes back under a key was built under it: the kind in the key vouches for the types.
    share: (asked, build) => take(asked, build as unknown as () => Promise<AnyStage>) as Promise<never>,
    close: async () => {
      for (const entry of [...held.values()].reverse()) await letGo(entry);
    },
  };
};

/** A shared stage as one of its holders sees it. */
const handle = (entry: Held, stage: AnyStage, release: () => Promise<void>): AnyStage => {
  let closed = false;
  return {
    name: stage.name,
    spec: stage.spec,
    ...defined({ atOnce: stage.atOnce }),
    open: (corpus, tools) => openShared(entry.openings, stage, corpus, tools),
    close: async () => {
      if (!closed) await release();
      closed = true;
    },
  };
};

interface Opening {
  readonly runner: Runner<object, unknown>;
  readonly seconds: number;
  /** As they were before the first input. */
  readonly facts: JsonObject;
  /**
   * By the input itself, not by its content: tasks hand over the same queries to every system, and a shared stage the
   * same outputs. Answers whose input is gone are freed automatically.
   */
  readonly answers: WeakMap<object, Answer>;
}

interface Answer {
  readonly output: unknown;
  readonly seconds: number;
  /** What the batch it was answered with added to the facts. */
  readonly batch: { readonly growth: JsonObject };
}

const openShared = async (
  openings: Map<string, Promise<Opening>>,
  stage: AnyStage,
  corpus: Corpus,
  tools: Tools,
): Promise<Runner<object, unknown>> => {
  const earlier = openings.get(corpus.key);
  const opening = earlier ?? openOnce(stage, corpus, tools);
  openings.set(corpus.key, opening);
  const { runner, seconds, facts, answers } = await opening.catch((error: unknown) => {
    openings.delete(corpus.key);
    throw error;
  });
  const reused = { inputs: 0, open: earlier ? seconds : 0, search: 0 };
  const batches = new Set<Answer['batch']>();
  return {
    run: async (batch) => {
      const known = batch.filter((input) => answers.has(input));
      reused.inputs += known.length;
      reused.search += known.reduce((sum, input) => sum + answers.get(input)!.seconds, 0);
      const missing = [...new Set(batch)].filter((input) => !answers.has(input));
      if (missing.length > 0) await answer(runner, missing, answers, tools);
      return batch.map((input) => {
        const { output, batch: its } = answers.get(input)!;
        batches.add(its);
        return output;
      });
    },
    // The facts of this holder's own inputs, even if another system ran them first: a record is the same alone and with others. Only the
    // seconds that an earlier system spent are missing in its timings.
    get facts() {
      const own = [...batches].reduce((sum, { growth }) => added(sum, growth), facts);
      return earlier || reused.inputs > 0 ? { ...own, [`reused ${stage.name}`]: { ...reused } } : own;
    },
  };
};

const answer = async (
  runner: Runner<object, unknown>,
  inputs: readonly object[],
  answers: Opening['answers'],
  tools: Tools,
): Promise<void> => {
  const began = tools.now();
  const before = structuredClone(runner.facts);
  const outputs = await runner.run(inputs);
  const batch = { growth: grown(before, structuredClone(runner.facts)) };
  const seconds = (tools.now() - began) / 1000 / inputs.length;
  inputs.forEach((input, i) => {
    answers.set(input, { output: outputs[i], seconds, batch });
  });
};

const openOnce = async (stage: AnyStage, corpus: Corpus, tools: Tools): Promise<Opening> => {
  const began = tools.now();
  const runner = await stage.open(corpus, tools);
  return {
    runner,
    seconds: (tools.now() - began) / 1000,
    facts: structuredClone(runner.facts),
    answers: new WeakMap(),
  };
};

/**
 * How often each stage is requested when these systems are built in sequence, and a stage that is requested again is not
 * built again: stages within another (as in a fusion) are then requested once, with the first that holds them.
 * An LLM counts as a stage too, which does no harm: it is never requested.
 */
export const stageUses = (systems: readonly SystemText[]): ReadonlyMap<string, number> => {
  const uses = new Map<string, number>();
  const count = (stages: SystemText): void => {
    for (const stage of stages) {
      const { text } = stage;
      const earlier = uses.get(text) ?? 0;
      uses.set(text, earlier + 1);
      if (earlier === 0) for (const inner of systemsIn(stage)) count(inner);
    }
  };
  for (const system of systems) count(system);
  return uses;
};

/** What was added to facts between two looks at them: numbers by their growth, all else as it is now, in the order of now. */
export const grown = (before: JsonObject, after: JsonObject): JsonObject => ({
  ...after,
  ...merged(before, after, (earlier, now) => now - earlier),
});

/** Facts and a growth of them. */
export const added = (facts: JsonObject, growth: JsonObject): JsonObject =>
  merged(facts, growth, (earlier, more) => earlier + more);

type Numbers = (earlier: number, now: number) => number;

const merged = (earlier: JsonObject, now: JsonObject, numbers: Numbers): JsonObject => ({
  ...earlier,
  ...Object.fromEntries(
    Object.entries(now).map(([name, value]) => [name, mergedValue(own(earlier, name), value, numbers)]),
  ),
});

const mergedValue = (earlier: Json | undefined, now: Json, numbers: Numbers): Json => {
  if (typeof now === 'number') return numbers(typeof earlier === 'number' ? earlier : 0, now);
  if (Array.isArray(now)) {
    const list = Array.isArray(earlier) ? (earlier as readonly Json[]) : [];
    return now.map((value: Json, i) => mergedValue(list[i], value, numbers));
  }
  return isJsonObject(now) ? merged(isJsonObject(earlier) ? earlier : {}, now, numbers) : now;
};
