import { commandLine, defined, type JsonObject, WorkError } from '../../core/index.js';
import { openPythonScorer, PYTHON_PROGRAM } from '../custom/index.js';
import { precisionNote, pythonPlace } from '../registry/index.js';
import type { RerankerEntry } from './entry-schema.js';
import type { OpenReranker, RerankerContext, RerankerSettings } from './reranker-choice.js';
import { pairForm } from './reranker-entries.js';

/** Opens an entry's model in a Python, which gets everything that the entry says about reading a pair. */
export const openPython = async (
  entry: RerankerEntry,
  settings: RerankerSettings & { readonly python: string },
  context: RerankerContext,
): Promise<OpenReranker> => {
  const reading = readingOf(entry, settings);
  const place = await pythonPlace(entry, settings, context);
  const { scorer, model } = await openPythonScorer({
    ...place,
    settings: { name: entry.name, loader: 'scorer', ...reading, ...place.settings },
  });
  precisionNote(entry, model, context.tools);
  const { version, precision, matrixTokensPerSecond } = model;
  const spec = {
    backEnd: 'python',
    library: place.library,
    version,
    ...reading,
    ...place.identity,
    dtype: precision,
  };
  return { name: entry.name, scorer: { ...scorer, ...defined({ matrixTokensPerSecond }), spec } };
};

/** What decides a score, as the program and the spec say it. */
const readingOf = (entry: RerankerEntry, settings: RerankerSettings): JsonObject => {
  if (!entry.backends.some(({ via }) => via === 'python'))
    throw new WorkError(
      `${entry.name} (${entry.model}) is not run by ${PYTHON_PROGRAM}`,
      `see its back ends: ${commandLine('models', 'show', entry.name)}`,
    );
  const { maxTokens, truncation, logit, activation } = settings;
  return {
    model: entry.model,
    revision: entry.revision ?? null,
    form: pairForm(entry),
    tokens: maxTokens ?? entry.tokens,
    truncation: truncation ?? entry.truncation,
    head: entry.head,
    answers: entry.answers ?? null,
    logit: logit ?? null,
    activation: activation ?? null,
  };
};
