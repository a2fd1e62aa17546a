import { commandLine, type DenseEmbedder, defined, type JsonObject, WorkError } from '../../core/index.js';
import { openPythonEmbedder, PYTHON_PROGRAM } from '../custom/index.js';
import { POOLINGS } from '../onnx/index.js';
import { precisionNote, pythonPlace } from '../registry/index.js';
import { entryPrompts } from './entry-settings.js';
import type { ModelContext, ModelSettings } from './model-choice.js';
import type { ModelEntry } from './model-entries.js';

/** A model that Python runs; of one without an entry its own files say how many tokens it reads, and which vectors it makes. */
export type PythonEntry = Omit<ModelEntry, 'tokens' | 'dimensions'> &
  Partial<Pick<ModelEntry, 'tokens' | 'dimensions'>>;

/** Opens an entry's model in a Python, which gets everything that the entry says about reading a text. */
export const openPython = async (
  entry: PythonEntry,
  settings: ModelSettings & { readonly python: string },
  context: ModelContext,
): Promise<DenseEmbedder> => {
  const reading = readingOf(entry, settings, context);
  const place = await pythonPlace(entry, settings, context);
  const { embedder, model } = await openPythonEmbedder({
    ...place,
    settings: { name: entry.name, ...reading, ...place.settings },
  });
  precisionNote(entry, model, context.tools);
  const { version, precision, matrixTokensPerSecond } = model;
  return {
    ...embedder,
    ...defined({ matrixTokensPerSecond }),
    // The paths of a machine are not what vectors depend on.
    spec: {
      backEnd: 'python',
      library: place.library,
      version,
      ...reading,
      ...place.identity,
      dtype: precision,
    },
  };
};

/** What decides a vector, as the program and the spec say it. */
const readingOf = (entry: PythonEntry, settings: ModelSettings, context: ModelContext): JsonObject => {
  const backend = entry.backends.find((each) => each.via === 'python');
  const pooled =
    entry.kind === 'dense' && POOLINGS.some((pooling) => pooling === entry.pooling && pooling !== 'none');
  const loader = backend?.loader ?? (pooled ? 'pooling' : undefined);
  if (!loader)
    throw new WorkError(
      `${entry.name} (${entry.model}) is not run by ${PYTHON_PROGRAM}`,
      `see its back ends: ${commandLine('models', 'show', entry.name)}`,
    );
  const { query, rewrite, document } = entryPrompts(entry, settings, context);
  const around = ({ prefix, suffix }: typeof query): JsonObject => ({ prefix, suffix });
  const { maxTokens } = settings;
  return {
    model: entry.model,
    queryModel: entry.queryModel ?? null,
    revision: entry.revision ?? null,
    loader,
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
