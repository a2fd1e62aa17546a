import { commandLine, defined, filePrecision, type Role, WorkError } from '../../core/index.js';
import {
  type DenseSettings,
  type FileSettings,
  type LateSettings,
  POOLINGS,
  type Pooling,
  type SparseSettings,
  type TokenSettings,
} from '../onnx/index.js';
import { byRole } from './api/index.js';
import type { ModelContext, ModelSettings } from './model-choice.js';
import type { ModelEntry } from './model-entries.js';
import { givenPrompts, mustNameNoPrompt, type Prompt, promptFor } from './prompt.js';

/**
 * What the user, else an entry says is put around a task's texts; a task that the entry does not know is noted once. A
 * rewrite gets the prompt of queries where the entry gives it to rewrites.
 */
export const entryPrompts = (
  entry: Pick<ModelEntry, 'name' | 'prompts'>,
  settings: ModelSettings,
  { task, tools }: ModelContext,
): Record<Role, Prompt> => {
  mustNameNoPrompt(entry.name, settings);
  const given = givenPrompts(settings);
  const { rewriteTakesQueryInstruction: also } = entry.prompts;
  const prompts = byRole((role) => ({
    ...promptFor(entry, role, task),
    ...(role === 'document' ? given.document : role === 'query' || also ? given.query : {}),
  }));
  if (prompts.query.note && !given.query) tools.note(prompts.query.note);
  return prompts;
};

/** Tokens that a text of each role may have; a rewrite is read and cut as a query. */
export const entryLimits = ({ tokens }: ModelEntry, { maxTokens }: ModelSettings): Record<Role, number> =>
  byRole((role) => maxTokens ?? tokens[role === 'document' ? 'document' : 'query']);

/** What a local model is opened with, by its entry and what the user says. */
type FromEntry<Settings> = (entry: ModelEntry, settings: ModelSettings, context: ModelContext) => Settings;

const tokenSettings: FromEntry<TokenSettings & FileSettings> = (entry, settings, context) => ({
  maxTokens: entryLimits(entry, settings),
  prompts: entryPrompts(entry, settings, context),
  eos: entry.eos?.rule === 'append' ? 'append' : 'tokenizer',
  ...(entry.padding === 'left' || entry.padding === 'right' ? { paddingSide: entry.padding } : {}),
  ...(entry.documentInput === 'empty-title-pair' && { pair: 'empty-title' as const }),
  ...defined({ precision: filePrecision(settings.precision), threads: settings.threads }),
});

export const denseSettings: FromEntry<DenseSettings> = (entry, settings, context) => ({
  ...tokenSettings(entry, settings, context),
  pooling: settings.pooling ?? localPooling(entry),
  normalise: settings.normalise ?? entry.normalized !== false,
  promptTokens: entry.poolInstruction ? 'pool' : 'leave-out',
});

export const sparseSettings: FromEntry<SparseSettings> = (entry, settings, context) => ({
  ...tokenSettings(entry, settings, context),
  pooling: 'max',
});

export const lateSettings: FromEntry<LateSettings> = (entry, settings, context) => ({
  ...tokenSettings(entry, settings, context),
  ...(entry.late && {
    markers: byRole((role) => (role === 'document' ? entry.late!.documentMarker : entry.late!.queryMarker)),
    queryLength: entry.late.queryExpansion ? entry.tokens.query : 0,
    ...(!entry.late.skipPunctuation && { skipped: '' }),
  }),
  normalise: entry.normalized !== false,
});

const localPooling = ({ name, pooling }: ModelEntry): Pooling => {
  const known = POOLINGS.find((each) => each === pooling);
  if (known) return known;
  throw new WorkError(
    `${name} pools by ${pooling}, which only its own code does`,
    `serve it (${commandLine('models', 'show', name)}), or run its code with --retriever command:"…"`,
  );
};
