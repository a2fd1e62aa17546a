import type { NodeToolsOptions } from '../platform/node/index.js';

/** Flags about the work itself, whatever the verb. */
export interface WorkFlags {
  readonly quiet?: boolean;
  readonly cache?: boolean;
  readonly threads?: number;
  readonly memory?: number;
}

export const toolsOptions = ({
  quiet = false,
  cache = true,
  threads,
  memory,
}: WorkFlags): NodeToolsOptions => ({
  quiet,
  cache,
  ...(threads && { threads }),
  ...(memory && { memory }),
});
