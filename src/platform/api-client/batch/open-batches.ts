import type { Tools } from '../../../core/index.js';
import type { Connection } from '../exchange.js';
import type { BatchApi } from '../services.js';
import { anthropic } from './anthropic.js';
import { openBatchStore } from './batch-store.js';
import type { BatchTransport } from './batch-transport.js';
import { mistral, openai, voyage } from './files-protocol.js';
import { gemini } from './gemini.js';
import type { BatchProtocol } from './protocol.js';
import { batchTransport } from './transport.js';

const PROTOCOLS: Readonly<Record<BatchApi['protocol'], BatchProtocol>> = {
  openai,
  mistral,
  voyage,
  anthropic,
  gemini,
};

/** The batches of a service, remembered among its items. */
export const openBatches = async (
  api: BatchApi,
  items: Tools['items'],
  connection: Connection,
  told: { readonly items: string; note(line: string): void },
): Promise<BatchTransport> =>
  batchTransport({
    ...told,
    api,
    protocol: PROTOCOLS[api.protocol],
    store: await openBatchStore(api, items),
    connection,
  });

export const waitingRequests = async (api: BatchApi, items: Tools['items'], now: number): Promise<number> => {
  const open = await (await openBatchStore(api, items)).open(now, api.keptDays);
  return open.reduce((sum, { hashes, taken }) => sum + hashes.length - taken.size, 0);
};
