import { byPrefix, InputError, lookup, type Retriever, readSettings } from '../core/index.js';
import { modelEntries, unregisteredModels } from '../embedders/index.js';
import { engineBm25 } from '../engines/index.js';
import type { StageText, SystemText } from '../pipeline/index.js';
import { bm25Presets, retrievers } from '../retrieval/index.js';
import { isFusion, resolveFusion } from './fused.js';
import { modelContext } from './model-context.js';
import type { Resolved } from './resolved.js';
import { resolveStoredRun } from './stored-run.js';
import type { SystemContext } from './system-context.js';
import { resolveVectorRetriever } from './vector-retriever.js';

type ResolvedRetriever = Resolved<SystemContext, Retriever>;
type Resolve = (system: SystemText, method?: StageText) => ResolvedRetriever;

/** The stage of a system that searches, for queries that `method` may have generated texts for. */
export const resolveRetriever = (
  stage: StageText,
  method: StageText | undefined,
  resolve: Resolve,
): ResolvedRetriever => {
  if (Object.hasOwn(retrievers, stage.name)) return resolveCorpusRetriever(stage);
  if (isFusion(stage.name)) return resolveFusion(stage, (system) => resolve(system, method));
  const prefixed = byPrefix(PREFIXES, stage.name);
  if (prefixed) return prefixed.entry(stage, method);
  lookup('retriever', { ...retrievers, ...modelEntries() }, stage.name);
  return resolveModel(stage);
};

/** A retriever that needs nothing but the corpus. */
const resolveCorpusRetriever = (stage: StageText): ResolvedRetriever => {
  if (stage.values.length > 0)
    throw new InputError({ found: stage.text, expected: 'settings by name, as bm25(k1=1.2)' });
  const make = lookup('retriever', retrievers, stage.name);
  const settings = readSettings(stage.name, make.settings, stage.named);
  return {
    check: async (context) => mustBeOnEngine(stage, context, isBm25),
    build: async ({ topK, engine }) => {
      const options = { ...settings, ...(topK !== undefined && { topK }) };
      if (!engine) return make(options);
      mustBeOnEngine(stage, { engine }, isBm25);
      return engineBm25(stage.name as keyof typeof bm25Presets, options, engine);
    },
  };
};

const isBm25 = (name: string): boolean => Object.hasOwn(bm25Presets, name);

/** Refuses what an engine cannot search: a run that was asked to use one must not quietly do without. */
const mustBeOnEngine = (
  { text, name }: StageText,
  { engine }: Pick<SystemContext, 'engine'>,
  can: (name: string) => boolean,
): void => {
  if (engine && !can(name))
    throw new InputError({
      found: `${text} with --engine ${engine.name}`,
      expected: 'bm25 or bm25-lucene',
      fix: `run ${text} without --engine`,
    });
};

const resolveModel = (stage: StageText): ResolvedRetriever => {
  const { build } = resolveVectorRetriever(stage);
  return {
    check: async (context) => mustBeOnEngine(stage, context, () => false),
    build: async (context) => {
      mustBeOnEngine(stage, context, () => false);
      const { task, topK, model = {}, saveVectors } = context;
      return build({
        ...modelContext(stage.name, context),
        model,
        of: task,
        ...(topK !== undefined && { topK }),
        ...(saveVectors && { saveVectors }),
      });
    },
  };
};

/** Vectors in files are of the task's own texts; that is known before a text is generated and paid for. */
const resolveNpy = (stage: StageText, method: StageText | undefined): ResolvedRetriever => {
  if (method)
    throw new InputError({
      found: `${method.text} > ${stage.text}: the folder has no vectors of generated texts`,
      expected: `${stage.text} alone`,
      fix: 'leave out the generation method, or use a model that can embed new texts',
    });
  return resolveModel(stage);
};

/** What a name with a prefix leads to. */
const PREFIXES: Readonly<
  Record<string, (stage: StageText, method: StageText | undefined) => ResolvedRetriever>
> = {
  stored: resolveStoredRun,
  npy: resolveNpy,
  ...Object.fromEntries(Object.keys(unregisteredModels).map((prefix) => [prefix, resolveModel])),
};
