/** r2med/node: the Node side of Tools: threads, disk cache, progress; and `.npy` files. */
export {
  diskCache,
  itemStore,
  type NodeToolsOptions,
  type NpyMatrix,
  noCache,
  nodeTools,
  r2medHome,
  readNpy,
  temporaryItems,
  workers,
  writeNpy,
} from './index.js';
