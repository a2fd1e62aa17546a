import { WorkError } from '../../core/index.js';
import type { Role } from '../embedder.js';
import {
  type DenseSettings,
  type FileSettings,
  type LateSettings,
  POOLINGS,
  type Pooling,
  type SparseSettings,
  type TokenSettings,
} from '../onnx/index.js';
import { type ModelRow, type Prompt, promptFor } from '../rows/index.js';
import type { ModelPlace, ModelSettings } from './model-choice.js';

const ROLES: readonly Role[] = ['query', 'rewrite', 'document'];

/** Something for every role; a rewrite is read and cut as a query. */
export const byRole = <T>(of: (role: Role) => T): Record<Role, T> =>
  Object.fromEntries(ROLES.map((role) => [role, of(role)])) as Record<Role, T>;

/** What a row says is put around a task's texts; a task that the row does not know is noted once. */
export const rowPrompts = (row: ModelRow, { task, tools }: ModelPlace): Record<Role, Prompt> => {
  const prompts = byRole((role) => promptFor(row, role, task));
  if (prompts.query.note) tools.note(prompts.query.note);
  return prompts;
};

export const rowLimits = ({ tokens }: ModelRow, { maxTokens }: ModelSettings): Record<Role, number> =>
  byRole((role) => maxTokens ?? tokens[role === 'document' ? 'document' : 'query']);

const tokenSettings = (
  row: ModelRow,
  settings: ModelSettings,
  place: ModelPlace,
): TokenSettings & FileSettings => ({
  maxTokens: rowLimits(row, settings),
  prompts: rowPrompts(row, place),
  eos: row.eos?.rule === 'append' ? 'append' : 'tokenizer',
  ...(row.padding === 'left' || row.padding === 'right' ? { paddingSide: row.padding } : {}),
  ...(row.documentInput === 'empty-title-pair' && { pair: 'empty-title' as const }),
  ...(settings.precision && { precision: settings.precision }),
  ...(settings.threads && { threads: settings.threads }),
});

export const denseSettings = (row: ModelRow, settings: ModelSettings, place: ModelPlace): DenseSettings => ({
  ...tokenSettings(row, settings, place),
  pooling: settings.pooling ?? localPooling(row),
  normalise: settings.normalise ?? row.normalized !== false,
  promptTokens: row.poolInstruction ? 'pool' : 'leave-out',
});

export const sparseSettings = (
  row: ModelRow,
  settings: ModelSettings,
  place: ModelPlace,
): SparseSettings => ({
  ...tokenSettings(row, settings, place),
  pooling: 'max',
});

export const lateSettings = (row: ModelRow, settings: ModelSettings, place: ModelPlace): LateSettings => ({
  ...tokenSettings(row, settings, place),
  ...(row.late && {
    markers: byRole((role) => (role === 'document' ? row.late!.documentMarker : row.late!.queryMarker)),
    queryLength: row.late.queryExpansion ? row.tokens.query : 0,
    skipped: row.late.skipPunctuation ? PUNCTUATION : '',
  }),
  normalise: row.normalized !== false,
});

/** Python's `string.punctuation`, which ColBERT leaves out of documents. */
const PUNCTUATION = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';

const localPooling = ({ name, pooling }: ModelRow): Pooling => {
  const known = POOLINGS.find((each) => each === pooling);
  if (known) return known;
  throw new WorkError(
    `${name} pools by ${pooling}, which only its own code does`,
    `serve it (r2med models show ${name}), or run its code with --retriever command:"…"`,
  );
};
