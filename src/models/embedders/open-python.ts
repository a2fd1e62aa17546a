import { type DenseEmbedder, InputError, type JsonObject, WorkError } from '../../core/index.js';
import { packagePath } from '../../platform/node/index.js';
import { openCommand } from '../custom/index.js';
import { entryPrompts } from './entry-settings.js';
import type { ModelContext, ModelSettings } from './model-choice.js';
import type { ModelEntry } from './model-entries.js';

/** The program of this package that runs an entry's model in Python. */
const PROGRAM = 'examples/embed.py';

/** A model that Python runs; of one without an entry its own files say how many tokens it reads, and which vectors it makes. */
export type PythonEntry = Omit<ModelEntry, 'tokens' | 'dimensions'> &
  Partial<Pick<ModelEntry, 'tokens' | 'dimensions'>>;

/** Opens an entry's model in a Python, which gets everything that the entry says about reading a text. */
export const openPython = async (
  entry: PythonEntry,
  settings: ModelSettings,
  context: ModelContext,
  python: string,
): Promise<DenseEmbedder> => {
  const { pythonLibrary: library = 'sentence-transformers' } = settings;
  const reading = { ...readingOf(entry, settings, context), dtype: dtypeOf(entry, settings, context) };
  const command = [python, packagePath(PROGRAM), '--library', library].map(quoted).join(' ');
  const { note, signal } = context.tools;
  const embedder = await openCommand(command, {
    env: { R2MED_MODEL: JSON.stringify({ name: entry.name, ...reading }) },
    note,
    signal,
  });
  // The paths of a machine are not what vectors depend on.
  const { version = null } = embedder.spec as JsonObject;
  return { ...embedder, spec: { backEnd: 'python', library, version, ...reading } };
};

/** What decides a vector, as the program and the spec say it. */
const readingOf = (entry: PythonEntry, settings: ModelSettings, context: ModelContext): JsonObject => {
  const backend = entry.backends.find(({ via }) => via === 'python');
  if (backend?.via !== 'python')
    throw new WorkError(
      `${entry.name} (${entry.model}) is not run by ${PROGRAM}`,
      `see its back ends: r2med models show ${entry.name}`,
    );
  const { query, rewrite, document } = entryPrompts(entry, settings, context);
  const around = ({ prefix, suffix }: typeof query): JsonObject => ({ prefix, suffix });
  const { maxTokens } = settings;
  return {
    model: entry.model,
    queryModel: entry.queryModel ?? null,
    revision: entry.revision ?? null,
    loader: backend.loader,
    dimensions: entry.dimensions ?? null,
    prompts: { query: around(query), rewrite: around(rewrite), document: around(document) },
    tokens: maxTokens ? { query: maxTokens, document: maxTokens } : (entry.tokens ?? null),
    pooling: settings.pooling ?? entry.pooling,
    poolInstruction: entry.poolInstruction,
    normalise: settings.normalise ?? entry.normalized === true,
    eos: entry.eos ? { rule: entry.eos.rule, token: entry.eos.token ?? null } : null,
    padding: entry.padding ?? null,
    documentInput: entry.documentInput,
  };
};

/** The precision requested, else that of the entry's published run; null leaves it to the checkpoint. */
const dtypeOf = (
  { name, numberType }: PythonEntry,
  { precision, pythonLibrary }: ModelSettings,
  { tools }: ModelContext,
): string | null => {
  if (precision === 'int8')
    throw new InputError({ found: '--precision int8 with --python', expected: 'fp32 or fp16' });
  const published = ['autocast', 'fp32', 'fp16', 'bf16'].find((type) => numberType.includes(type));
  if (precision || published !== 'autocast' || pythonLibrary !== 'vllm')
    return precision ?? published ?? null;
  tools.note(`${name} was published with autocast, which vLLM does not have: it runs in fp32`);
  return 'fp32';
};

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
