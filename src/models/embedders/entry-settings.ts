import { type Role, WorkError } from '../../core/index.js';
import {
  type DenseSettings,
  type FileSettings,
  type LateSettings,
  POOLINGS,
  type Pooling,
  type SparseSettings,
  type TokenSettings,
} from '../onnx/index.js';
import type { ModelContext, ModelSettings } from './model-choice.js';
import { type ModelEntry, type Prompt, promptFor } from './registry/index.js';

const ROLES: readonly Role[] = ['query', 'rewrite', 'document'];

/** Something for every role; a rewrite is read and cut as a query. */
export const byRole = <T>(of: (role: Role) => T): Record<Role, T> =>
  Object.fromEntries(ROLES.map((role) => [role, of(role)])) as Record<Role, T>;

/** What an entry says is put around a task's texts; a task that the entry does not know is noted once. */
export const entryPrompts = (entry: ModelEntry, { task, tools }: ModelContext): Record<Role, Prompt> => {
  const prompts = byRole((role) => promptFor(entry, role, task));
  if (prompts.query.note) tools.note(prompts.query.note);
  return prompts;
};

export const rowLimits = ({ tokens }: ModelEntry, { maxTokens }: ModelSettings): Record<Role, number> =>
  byRole((role) => maxTokens ?? tokens[role === 'document' ? 'document' : 'query']);

const tokenSettings = (
  entry: ModelEntry,
  settings: ModelSettings,
  context: ModelContext,
): TokenSettings & FileSettings => ({
  maxTokens: rowLimits(entry, settings),
  prompts: entryPrompts(entry, context),
  eos: entry.eos?.rule === 'append' ? 'append' : 'tokenizer',
  ...(entry.padding === 'left' || entry.padding === 'right' ? { paddingSide: entry.padding } : {}),
  ...(entry.documentInput === 'empty-title-pair' && { pair: 'empty-title' as const }),
  ...(settings.precision && { precision: settings.precision }),
  ...(settings.threads && { threads: settings.threads }),
});

export const denseSettings = (
  entry: ModelEntry,
  settings: ModelSettings,
  context: ModelContext,
): DenseSettings => ({
  ...tokenSettings(entry, settings, context),
  pooling: settings.pooling ?? localPooling(entry),
  normalise: settings.normalise ?? entry.normalized !== false,
  promptTokens: entry.poolInstruction ? 'pool' : 'leave-out',
});

export const sparseSettings = (
  entry: ModelEntry,
  settings: ModelSettings,
  context: ModelContext,
): SparseSettings => ({
  ...tokenSettings(entry, settings, context),
  pooling: 'max',
});

export const lateSettings = (
  entry: ModelEntry,
  settings: ModelSettings,
  context: ModelContext,
): LateSettings => ({
  ...tokenSettings(entry, settings, context),
  ...(entry.late && {
    markers: byRole((role) => (role === 'document' ? entry.late!.documentMarker : entry.late!.queryMarker)),
    queryLength: entry.late.queryExpansion ? entry.tokens.query : 0,
    skipped: entry.late.skipPunctuation ? PUNCTUATION : '',
  }),
  normalise: entry.normalized !== false,
});

/** Python's `string.punctuation`, which ColBERT leaves out of documents. */
const PUNCTUATION = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';

const localPooling = ({ name, pooling }: ModelEntry): Pooling => {
  const known = POOLINGS.find((each) => each === pooling);
  if (known) return known;
  throw new WorkError(
    `${name} pools by ${pooling}, which only its own code does`,
    `serve it (r2med models show ${name}), or run its code with --retriever command:"…"`,
  );
};
