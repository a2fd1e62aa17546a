import { own, type Settings } from '../../core/index.js';
import { MODEL_SETTINGS } from '../../models/embedders/index.js';
import { RERANKER_SETTINGS } from '../../models/scorers/index.js';
import { HNSW_SETTINGS } from '../../search/engines/index.js';
import { fusions } from '../../search/fusion/index.js';
import { generationMethods, SYNONYM_SETTINGS } from '../../search/generation/index.js';
import { llmRerankers } from '../../search/reranking/index.js';
import { retrievers } from '../../search/retrieval/index.js';
import { agentRetrievers } from './agent-retriever.js';
import { choosers } from './choosing.js';
import { feedbacks } from './feedback.js';
import { FUSION_SETTINGS } from './fused.js';
import { METHOD_SETTINGS } from './rewriter.js';
import { STORED_SETTINGS } from './stored-run.js';

/** A stage as a reader of its documentation wants it. */
export interface DeclaredStage {
  /** The registry that it is an entry of; none for settings that several stages share. */
  readonly kind?:
    | 'retriever'
    | 'relevance feedback'
    | 'fusion'
    | 'choice'
    | 'generation method'
    | 'LLM reranker';
  readonly settings: Settings;
  /** A system with this stage and all settings that have a default; none for stages that need a file or a server. */
  readonly example?: string;
}

/** Every stage by name, with what a system's text may say of it: documentation and schema are made from this. */
export const declaredStages = (): Readonly<Record<string, DeclaredStage>> => ({
  ...each(retrievers, 'retriever', (name, settings) => stage(name, [], settings)),
  ...each(
    feedbacks,
    'relevance feedback',
    (name, settings) => `${stage(name, [], settings)} > ${name === 'prf' ? 'bge' : 'bm25'}`,
  ),
  synonyms: { settings: SYNONYM_SETTINGS },
  model: { settings: MODEL_SETTINGS },
  hnsw: { settings: HNSW_SETTINGS },
  stored: { settings: STORED_SETTINGS },
  ...each(agentRetrievers, undefined, (name, settings) => stage(name, ['gpt4'], settings)),
  fusion: { settings: FUSION_SETTINGS },
  ...each(fusions, 'fusion', (name, settings) => stage(name, ['bm25', 'lsa'], settings)),
  ...each(choosers, 'choice', (name, settings) => stage(name, ['bm25', 'lsa'], settings)),
  'generation method': { settings: METHOD_SETTINGS },
  ...each(
    generationMethods,
    'generation method',
    (name, settings) => `${stage(name, ['gpt4'], settings)} > bm25`,
  ),
  reranker: { settings: RERANKER_SETTINGS },
  ...each(
    llmRerankers,
    'LLM reranker',
    (name, settings) => `bm25 > ${stage(name, ['gpt4', '10'], settings)}`,
  ),
});

/** What a system's text may say of a stage, by the stage's name; nothing is known of models, which say it when they are open. */
export const settingsOfStage = (name: string): Settings => {
  const stages = declaredStages();
  const declared = own(stages, name);
  const shared =
    declared?.kind === 'fusion' || declared?.kind === 'generation method' ? declared.kind : undefined;
  return { ...(shared && stages[shared]!.settings), ...declared?.settings };
};

const each = (
  registry: Readonly<Record<string, { readonly settings: Settings }>>,
  kind: DeclaredStage['kind'],
  exampleOf: (name: string, settings: Settings) => string,
): Readonly<Record<string, DeclaredStage>> =>
  Object.fromEntries(
    Object.entries(registry).map(([name, { settings }]) => [
      name,
      { ...(kind && { kind }), settings, example: exampleOf(name, settings) },
    ]),
  );

const stage = (name: string, values: readonly string[], settings: Settings): string => {
  const usual = Object.entries(settings).flatMap(([setting, { default: value }]) =>
    value === undefined ? [] : [`${setting}=${value}`],
  );
  const said = [...values, ...usual].join(', ');
  return said ? `${name}(${said})` : name;
};
