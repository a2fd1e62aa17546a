import { byPrefix, InputError, lookup, type Retriever, readSettings } from '../../core/index.js';
import {
  findModelEntry,
  modelEntries,
  unregisteredModel,
  unregisteredModels,
} from '../../models/embedders/index.js';
import { idsOf } from '../../models/registry/index.js';
import { engineBm25 } from '../../search/engines/index.js';
import type { StageText, SystemText } from '../../search/pipeline/index.js';
import { bm25Presets, retrievers } from '../../search/retrieval/index.js';
import { agentRetrievers, resolveAgentRetriever } from './agent-retriever.js';
import { isCombination, resolveChooser } from './choosing.js';
import { noFeedback, readTermFeedback } from './feedback.js';
import { isFusion, resolveFusion } from './fused.js';
import { vectorFiles } from './given-model.js';
import { modelContext, type Resolved } from './model-context.js';
import { notOnEngine } from './on-engine.js';
import { resolveStoredRun } from './stored-run.js';
import type { SystemContext } from './system-context.js';
import { resolveVectorRetriever } from './vector-retriever.js';

type ResolvedRetriever = Resolved<SystemContext, Retriever>;
type Resolve = (system: SystemText, method?: StageText) => ResolvedRetriever;

/** The stage of a system that searches, for queries that `method` may have generated texts for and `feedback` may expand. */
export const resolveRetriever = (
  stage: StageText,
  method: StageText | undefined,
  resolve: Resolve,
  feedback?: StageText,
): ResolvedRetriever => {
  if (Object.hasOwn(retrievers, stage.name)) return resolveCorpusRetriever(stage, feedback);
  if (isCombination(stage.name)) {
    if (feedback) throw noFeedback(feedback, stage);
    const combine = isFusion(stage.name) ? resolveFusion<SystemContext> : resolveChooser<SystemContext>;
    return combine(stage, (system) => resolve(system, method));
  }
  if (Object.hasOwn(agentRetrievers, stage.name))
    return resolveAgentRetriever(stage, method, feedback, resolve);
  const prefixed = byPrefix(PREFIXES, stage.name);
  if (prefixed) return prefixed.entry(stage, method, feedback);
  if (!findModelEntry(stage.name) && !unregisteredModel(stage.name)) throw unknownRetriever(stage.name);
  return resolveModel(stage, method, feedback);
};

/** The name of the entry that a name or a hub id means; undefined where no model is registered so. */
export const registeredModel = (name: string): string | undefined => findModelEntry(name)?.name;

/** The error for a name that is neither registered nor a hub id: the names, and the ways to any other model. */
const unknownRetriever = (name: string): unknown => {
  const models = modelEntries();
  return lookup('retriever', { ...retrievers, ...agentRetrievers, ...models }, name, {
    also: idsOf(models),
    otherwise:
      'Any model of the hub: its id, as ORG/NAME, runs its ONNX files; with --python python3 ' +
      'sentence-transformers runs it; served:URL#ORG/NAME is at a server',
  });
};

/** A retriever that needs nothing but the corpus. */
const resolveCorpusRetriever = (stage: StageText, feedback: StageText | undefined): ResolvedRetriever => {
  if (stage.values.length > 0)
    throw new InputError({
      found: stage.text,
      expected: 'settings by name, as bm25(k1=1.2)',
      fix: 'write each setting as name=value',
    });
  const make = lookup('retriever', retrievers, stage.name);
  const settings = readSettings(stage.name, make.settings, stage.named);
  if (feedback && !isBm25(stage.name)) throw noFeedback(feedback, stage);
  const method = feedback && readTermFeedback(feedback, stage);
  const mustSearch = ({ engine }: Pick<SystemContext, 'engine'>): void => {
    if (engine && method) throw notOnEngine({ text: `${feedback.text} > ${stage.text}` }, engine);
    if (engine && !isBm25(stage.name)) throw notOnEngine(stage, engine);
  };
  return {
    check: async (context) => mustSearch(context),
    build: async (context) => {
      mustSearch(context);
      const { topK, engine, task } = context;
      const options = { ...settings, ...(topK !== undefined && { topK }) };
      const preset = stage.name as keyof typeof bm25Presets;
      if (engine) return engineBm25(preset, options, engine);
      if (!method) return make(options);
      return bm25Presets[preset]({ ...options, feedback: { method, excluded: task.excluded } });
    },
  };
};

const isBm25 = (name: string): boolean => Object.hasOwn(bm25Presets, name);

const resolveModel = (stage: StageText, _method?: StageText, feedback?: StageText): ResolvedRetriever => {
  const { check, build } = resolveVectorRetriever(stage, feedback);
  return {
    ...(check && { check }),
    build: async (context) => {
      const { task, topK, model = {}, saveVectors, engine } = context;
      return build({
        ...modelContext(stage.name, context),
        model,
        of: task,
        ...(topK !== undefined && { topK }),
        ...(saveVectors && { saveVectors }),
        ...(engine && { engine }),
      });
    },
  };
};

/** Vectors in files are of the task's own texts; that is known before a text is generated and paid for. */
const resolveGiven = (
  stage: StageText,
  method: StageText | undefined,
  feedback: StageText | undefined,
): ResolvedRetriever => {
  if (feedback) throw noFeedback(feedback, stage);
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
  Record<
    string,
    (stage: StageText, method: StageText | undefined, feedback: StageText | undefined) => ResolvedRetriever
  >
> = {
  stored: (stage, _method, feedback) => {
    if (feedback) throw noFeedback(feedback, stage);
    return resolveStoredRun(stage);
  },
  ...Object.fromEntries(Object.keys(vectorFiles).map((prefix) => [prefix, resolveGiven])),
  ...Object.fromEntries(Object.keys(unregisteredModels).map((prefix) => [prefix, resolveModel])),
};
