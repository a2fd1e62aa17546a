import { basename } from 'node:path';
import {
  byPrefix,
  commandLine,
  defined,
  filePrecision,
  type Prefixed,
  type SettingValues,
  settledSettings,
  WorkError,
} from '../../core/index.js';
import {
  endpointAddress,
  identityOfEntry,
  parseServed,
  sameModelAs,
} from '../../platform/api-client/index.js';
import { callLimits, openCommandScorer, openModuleScorer } from '../custom/index.js';
import { onnxRuntime, openOnnxScorer, type ScorerSettings } from '../onnx/index.js';
import {
  folderOf,
  hubFiles,
  isHubId,
  type LocalFiles,
  type Machine,
  noBackend,
  readUsedSettings,
  type UsedSettings,
} from '../registry/index.js';
import { openRerankApi, type RerankApiSettings, SCORER_DIALECTS } from './api/index.js';
import type { RerankerEntry } from './entry-schema.js';
import { openPython } from './open-python.js';
import {
  type OpenReranker,
  RERANKER_SETTINGS,
  type RerankerContext,
  type RerankerSettings,
} from './reranker-choice.js';
import { findRerankerEntry, pairForm, publishedReranker, rerankerEntry } from './reranker-entries.js';

/** A way to reach a reranker outside the registry. */
interface UnregisteredReranker {
  readonly uses: UsedRerankerSettings;
  open(rest: string, settings: RerankerSettings, context: RerankerContext): Promise<OpenReranker>;
}

type UsedRerankerSettings = UsedSettings<SettingValues<typeof RERANKER_SETTINGS>>;

const SERVED = ['dialect', 'maxTokens', 'truncation'] as const;
const LOCAL = ['maxTokens', 'truncation', 'logit', 'activation', 'precision'] as const;
const CUSTOM: UsedRerankerSettings = { by: 'a custom reranker', names: ['timeout'] };

/** A folder or a hub id with ONNX files. */
const onnx: UnregisteredReranker = {
  uses: { by: 'onnx:', names: LOCAL },
  open: async (where, settings, context) => {
    await onnxRuntime();
    const folder = await folderOf(where, context);
    const scorer = await openOnnxScorer({ folder, settings: given(settings) });
    return { name: `onnx-${basename(where)}`, scorer };
  },
};

/** Rerankers outside the registry by prefix: `onnx:FOLDER` or hub id, `served:URL#model`, `module:FILE`, `command:"…"`. */
const UNREGISTERED: Readonly<Record<string, UnregisteredReranker>> = {
  onnx,
  served: {
    uses: { by: 'served:', names: [...SERVED, 'sameAs'] },
    open: async (address, settings, { env }) => {
      const { endpoints, model } = parseServed(address);
      const { dialect = DEFAULT_DIALECT, sameAs } = settings;
      const identity = sameAs ? sameModelAs(sameAs) : undefined;
      const scorer = await openRerankApi({
        ...{ model, endpoints, dialect, env },
        ...defined({ identity }),
        ...load(settings),
      });
      return { name: `served-${basename(model)}`, scorer };
    },
  },
  module: {
    uses: CUSTOM,
    open: (file, settings, { env, tools: { note } }) =>
      openModuleScorer(file, { note, ...callLimits(settings, env) }),
  },
  command: {
    uses: CUSTOM,
    open: (line, settings, { env, tools: { note, signal } }) =>
      openCommandScorer(line, { note, signal, ...callLimits(settings, env) }),
  },
};

/** How a name that is none of the registry's is reached: by its prefix, or by its hub id as `onnx:` would. */
const unregisteredReranker = (name: string): Prefixed<UnregisteredReranker> | undefined =>
  byPrefix(UNREGISTERED, name) ??
  (isHubId(name) && !findRerankerEntry(name) ? { entry: HUB, rest: name } : undefined);

/** Systems are called after the id. */
const HUB: UnregisteredReranker = {
  uses: { by: 'a reranker of the hub', names: LOCAL },
  open: async (id, settings, context) => ({
    ...(await onnx.open(settings.folder ?? id, settings, context)),
    name: id,
  }),
};

/** What a text says of a reranker; how one of the registry is reached is only known when it is opened. */
export const readRerankerSettings = (
  name: string,
  named: Readonly<Record<string, string>>,
): RerankerSettings => {
  const uses = unregisteredReranker(name)?.entry.uses ?? { by: name, names: [...SERVED, ...LOCAL] };
  return readUsedSettings(RERANKER_SETTINGS, uses, named);
};

/** Spoken by vLLM, and much the same by Jina, Cohere and who follows them. */
const DEFAULT_DIALECT = 'vllm-rerank';

/** Whether a name reaches outside the registry. */
export const isUnregisteredReranker = (name: string): boolean => unregisteredReranker(name) !== undefined;

/** Opens a registered or unregistered reranker. */
export const openReranker = async (
  name: string,
  settings: RerankerSettings,
  context: RerankerContext,
): Promise<OpenReranker> => {
  const unregistered = unregisteredReranker(name);
  if (unregistered) return unregistered.entry.open(unregistered.rest, settings, context);
  return openEntry(rerankerEntry(name), settings, context);
};

/** By the first back end that is available: servers given, a Python given, a folder given, a service whose key is set, files of the hub. */
const openEntry = async (
  entry: RerankerEntry,
  settings: RerankerSettings,
  context: RerankerContext,
): Promise<OpenReranker> => {
  const chosen = context.asPublished ? publishedReranker(entry) : entry;
  if (settings.endpoints?.length) {
    const known = entry.backends.find((backend) => backend.via === 'served');
    const dialect = settings.dialect ?? known?.dialect ?? DEFAULT_DIALECT;
    return served(chosen, settings, context, { model: entry.model, dialect, endpoints: settings.endpoints });
  }
  const { python } = settings;
  if (python) return openPython(chosen, { ...settings, python }, context);
  if (settings.folder) return local(chosen, settings, { folder: settings.folder });
  const backend = availableBackend(entry, context);
  if (!backend) throw await notAtHand(entry, context);
  if (backend.via === 'service')
    return served(chosen, settings, context, {
      model: backend.model ?? entry.model,
      dialect: backend.dialect,
    });
  await onnxRuntime();
  return local(chosen, settings, await hubFiles(entry, backend, context));
};

/**
 * Fails if a reranker could not be opened: its address is not one, or its key is not set. Nothing is opened or sent, so it can
 * be called for all systems of a command before the first one runs.
 */
export const checkReranker = async (
  name: string,
  { endpoints = [], folder, python }: RerankerSettings,
  context: Pick<RerankerContext, 'env' | 'hubCache'>,
): Promise<void> => {
  if (isUnregisteredReranker(name)) {
    if (name.startsWith('served:')) parseServed(name);
    else if (name.startsWith('onnx:') || isHubId(name)) await onnxRuntime();
    return;
  }
  for (const endpoint of endpoints) endpointAddress(endpoint);
  const entry = rerankerEntry(name);
  const backend = folder ? undefined : availableBackend(entry, context);
  if (endpoints.length > 0 || python) return;
  if (!folder && !backend) throw await notAtHand(entry, context);
  if (backend?.via !== 'service') await onnxRuntime();
};

type Backend = RerankerEntry['backends'][number];
type AvailableBackend =
  | Extract<Backend, { via: 'service' }>
  | Extract<Backend, { via: 'onnx'; file: string }>;

const availableBackend = (
  { backends }: RerankerEntry,
  { env }: Pick<RerankerContext, 'env'>,
): AvailableBackend | undefined =>
  backends.find(
    (backend): backend is AvailableBackend =>
      (backend.via === 'service' && Boolean(env[backend.key]?.trim())) ||
      (backend.via === 'onnx' && 'file' in backend),
  );

const served = async (
  entry: RerankerEntry,
  settings: RerankerSettings,
  { env }: RerankerContext,
  reached: Pick<RerankApiSettings, 'model' | 'dialect' | 'endpoints'>,
): Promise<OpenReranker> => {
  const { truncation, answers, price, listwise, tokens: maxTokens } = entry;
  const form = pairForm(entry);
  const scorer = await openRerankApi({
    ...reached,
    identity: identityOfEntry(entry),
    form,
    listwise,
    // Where a service cuts by its own count, the limit may be sent to it, but nothing is truncated here by an estimate.
    ...((truncation !== 'service' || SCORER_DIALECTS[reached.dialect].takesLimit) && { maxTokens }),
    ...(truncation !== 'service' && { truncation }),
    ...(answers && reached.dialect === 'completions' && { answers }),
    ...defined({ price }),
    // A prompt that goes on after the document would lose its end.
    ...(form.document.suffix && { serverCuts: false }),
    env,
    ...load(settings),
  });
  return { name: entry.name, scorer };
};

/** What the user sets of a served model. */
const load = ({ maxTokens, truncation, concurrency, budget }: RerankerSettings) =>
  defined({ maxTokens, truncation, concurrency, budget });

const local = async (
  entry: RerankerEntry,
  settings: RerankerSettings,
  { folder, file, identity }: LocalFiles,
): Promise<OpenReranker> => {
  const form = pairForm(entry);
  if (form.document.suffix)
    throw new WorkError(
      `${entry.name} reads a prompt that goes on after the document, where a local model would be cut`,
      `serve it: ${commandLine('models', 'show', entry.name)}`,
    );
  const scorer = await openOnnxScorer({
    folder,
    settings: {
      form,
      maxTokens: entry.tokens,
      ...(entry.truncation !== 'service' && { truncation: entry.truncation }),
      ...(file && !filePrecision(settings.precision) && { file }),
      ...given(settings),
    },
    ...defined({ identity }),
  });
  return { name: entry.name, scorer };
};

/** What the user sets of a local model. */
const given = (settings: RerankerSettings): ScorerSettings => {
  const { maxTokens, truncation, logit, activation, precision, threads } = settings;
  settledSettings('a reranker', { logit: RERANKER_SETTINGS.logit }, { logit });
  return defined({
    ...{ maxTokens, truncation, logit, activation, threads },
    precision: filePrecision(precision),
  });
};

const notAtHand = (entry: RerankerEntry, machine: Machine): Promise<WorkError> =>
  noBackend(entry, machine, '--reranker-endpoint URL, --reranker-folder FOLDER or --python PROGRAM');
