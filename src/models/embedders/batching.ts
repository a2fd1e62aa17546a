import type { EmbeddingApiSettings } from './api/index.js';
import type { ModelContext, ModelSettings } from './model-choice.js';

/** Where batches are remembered, if texts go in batches; a server of one's own takes none. */
export const batching = (
  name: string,
  { batchApi, endpoints }: ModelSettings,
  { tools }: ModelContext,
): Pick<EmbeddingApiSettings, 'batchItems'> => {
  if (!batchApi) return {};
  if (!endpoints?.length) return { batchItems: tools.items };
  tools.note(`${name}: servers have no batch API, so its texts are sent at once`);
  return {};
};
