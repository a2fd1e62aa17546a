import { InputError, type Json, type Retriever, type Setting, setting } from '../../../core/index.js';
import type { Prompts, Template } from '../../../models/prompts/index.js';
import type { MethodContext } from '../named-method.js';
import { corpusSpec, type NamedCorpus } from './searcher.js';
import type { AgentModel } from './transcript.js';

/** What both agents are made of. */
export interface AgentSetting extends AgentModel {
  readonly prompts: Prompts;
  /** The name of the task, which decides the wording. */
  readonly task: string;
  readonly retriever: Retriever;
  /** What it searches in; the task's own corpus unless another is named. */
  readonly corpus?: NamedCorpus;
}

/** What an agent searches with, as a system's text names it. */
export const SEARCHES_WITH = setting.system('system that finds the documents read', 'bm25');

/** Documents that a search of an agent can read, unless the user wants more or less. */
const MOST_READ = 10;

type AgentSettings = { readonly documents: Setting<number>; readonly retriever: Setting<string> };

/** What both agents take from their context, with the limits that it sets. */
export const agentSetting = async <Declared extends AgentSettings>(context: MethodContext<Declared>) => {
  const { prompts, task, model } = context;
  const { continuation, reasoning } = model;
  const { retriever = SEARCHES_WITH.default, ...limits } = context.settings;
  return {
    ...{ prompts, task: task.name, continuation, reasoning },
    retriever: await context.retriever(retriever, limits.documents ?? MOST_READ),
    ...limits,
  };
};

/** Limits by name, each a whole number from 1 on (or from 0, where none at all makes sense). */
export const checkLimits = (
  method: string,
  limits: Readonly<Record<string, number>>,
  least: number = 1,
): void => {
  for (const [name, limit] of Object.entries(limits))
    if (!Number.isSafeInteger(limit) || limit < least)
      throw new InputError({
        found: `${name} of ${method} is ${limit}`,
        expected: `a whole number, ${least} or more`,
        fix: `write ${name}=${least}, or more`,
      });
};

export const agentSpec = (
  method: string,
  { retriever, corpus, continuation, reasoning }: AgentSetting,
  templates: Readonly<Record<string, Template>>,
): { readonly [key: string]: Json } => ({
  method,
  prompts: Object.fromEntries(Object.entries(templates).map(([name, { hash }]) => [name, hash])),
  retriever: retriever.spec,
  corpus: corpusSpec(corpus),
  continuation,
  reasoning,
});

/**
 * How many of the searches that it may make an agent is taken to make, before anything is known of it: half of them. Printed with
 * every plan.
 */
export const likelySearches = (most: number): number => Math.ceil(most / 2);

/** Tokens that a conversation reads in all when each of its turns reads those before it: `first` in every turn, and `perTurn` more with each turn. */
export const readInTurns = (first: number, perTurn: number, turns: number): number =>
  turns * first + (perTurn * turns * (turns + 1)) / 2;
