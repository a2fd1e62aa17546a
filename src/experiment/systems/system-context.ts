import type { Task, Tools } from '../../core/index.js';
import type { ModelSettings } from '../../models/embedders/index.js';
import type { WantedModel } from '../../platform/hub/index.js';
import type { Engine } from '../../search/engines/index.js';
import type { SharedStages } from '../../search/pipeline/index.js';
import type { RerankingContext } from './reranker.js';
import type { GenerationContext } from './rewriter.js';

/** What besides its text decides a system: settings of the call, and the task whose stored texts it may use. */
export interface SystemContext extends GenerationContext, RerankingContext {
  readonly task: Task;
  /** Hits a retriever keeps. */
  readonly topK?: number;
  /** Needed by models: the outside world. */
  readonly tools?: Tools;
  /** Settings of models besides those in their texts. */
  readonly model?: ModelSettings;
  /** The folder of a hub model on this machine; downloads it if it may. */
  ensureModel?(wanted: WantedModel): Promise<string>;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Folder that dense vectors are written to as `.npy` files as well. */
  readonly saveVectors?: string;
  /** Where records are saved: `stored:SLUG` is a run of an earlier call there. */
  readonly out?: string;
  /** Search engine that holds the corpus; without one it is searched in this process. */
  readonly engine?: Engine;
  /** Stages that several systems have are built, opened and run once. */
  readonly shared?: SharedStages;
}
