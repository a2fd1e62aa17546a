import { InputError, type JsonObject, WorkError } from '../../core/index.js';
import { packagePath } from '../../machine/index.js';
import type { DenseEmbedder } from '../embedder.js';
import { openCommand } from '../own/index.js';
import type { ModelRow } from '../rows/index.js';
import type { ModelPlace, ModelSettings } from './model-choice.js';
import { rowPrompts } from './row-settings.js';

/** The program of this package that runs a row's model in Python. */
const PROGRAM = 'examples/embed.py';

/** Opens a row's model in a Python, which gets everything that the row says about reading a text. */
export const openPython = async (
  row: ModelRow,
  settings: ModelSettings,
  place: ModelPlace,
  python: string,
): Promise<DenseEmbedder> => {
  const { pythonLibrary: library = 'sentence-transformers' } = settings;
  const reading = readingOf(row, settings, place);
  const command = [python, packagePath(PROGRAM), '--library', library].map(quoted).join(' ');
  const { note, signal } = place.tools;
  const embedder = await openCommand(command, {
    env: { R2MED_MODEL: JSON.stringify({ name: row.name, ...reading }) },
    note,
    signal,
  });
  // The paths of a machine are not what vectors depend on.
  const { version = null } = embedder.spec as JsonObject;
  return { ...embedder, spec: { backEnd: 'python', library, version, ...reading } };
};

/** What decides a vector, as the program and the spec say it. */
const readingOf = (row: ModelRow, settings: ModelSettings, place: ModelPlace): JsonObject => {
  const backend = row.backends.find(({ via }) => via === 'python');
  if (backend?.via !== 'python')
    throw new WorkError(
      `${row.name} (${row.model}) is not run by ${PROGRAM}`,
      `see its back ends: r2med models show ${row.name}`,
    );
  const { query, rewrite, document } = rowPrompts(row, place);
  const around = ({ prefix, suffix }: typeof query): JsonObject => ({ prefix, suffix });
  const { maxTokens } = settings;
  return {
    model: row.model,
    queryModel: row.queryModel ?? null,
    revision: row.revision ?? null,
    loader: backend.loader,
    dimensions: row.dimensions,
    prompts: { query: around(query), rewrite: around(rewrite), document: around(document) },
    tokens: { query: maxTokens ?? row.tokens.query, document: maxTokens ?? row.tokens.document },
    pooling: settings.pooling ?? row.pooling,
    poolInstruction: row.poolInstruction,
    normalise: settings.normalise ?? row.normalized === true,
    eos: row.eos ? { rule: row.eos.rule, token: row.eos.token ?? null } : null,
    padding: row.padding ?? null,
    documentInput: row.documentInput,
    dtype: dtypeOf(row, settings),
  };
};

/** The precision asked for, else that of the row's published run; null leaves it to the checkpoint. */
const dtypeOf = ({ numberType }: ModelRow, { precision }: ModelSettings): string | null => {
  if (precision === 'int8')
    throw new InputError({ found: '--precision int8 with --python', expected: 'fp32 or fp16' });
  return precision ?? ['fp32', 'fp16', 'bf16'].find((type) => numberType.startsWith(type)) ?? null;
};

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
