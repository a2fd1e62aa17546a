export { makeFolder, makePrivateFolder, mustBeWritable, syncFolder, writeAtomic } from './atomic-file.js';
export { changeMark, isRemote } from './change-mark.js';
export { type CheckedItems, checkItems } from './check-items.js';
export { diskCache, noCache } from './disk-cache.js';
export { cannotRead, cannotWrite, gzipError, isFileError, readError, writeError } from './file-errors.js';
export * from './http/index.js';
export { itemStore, temporaryItems } from './item-store.js';
export { acquireLease, type Lease, type LeaseOptions, sweepLease } from './lease.js';
export { type LeftFile, leftIn } from './left-files.js';
export {
  eachLine,
  isBlank,
  isFile,
  type Line,
  type LineBlock,
  linesOf,
  mustBePlain,
  readLineBlocks,
  readLines,
  readPlain,
  readRecordFile,
  readTextFile,
  readTextIfThere,
} from './lines.js';
export { type LogFile, openLog } from './log-file.js';
export { type NodeToolsOptions, nodeTools, r2medHome } from './node-tools.js';
export { type NpyFile, type NpyMatrix, neighboursIn, readNpy, writeNpy } from './npy.js';
export {
  isLeft,
  type LeaseHolder,
  OWNER_NAME,
  type Owner,
  ownerIn,
  ownerName,
  sweep,
  temporaryFolder,
  thisHolder,
  unfinishedName,
} from './owner.js';
export { dataPath, packageData, packagePath, packageVersion } from './package-data.js';
export { partsToMake } from './part-queue.js';
export {
  linkOrCopy,
  moveInto,
  openPiecewise,
  remove,
  removeAsOne,
  removeEmpty,
  removeEmptyNow,
  removeNow,
  renamed,
  syncFile,
  syncTree,
} from './placing.js';
export { fileSha256, sha256 } from './sha256.js';
export { stageFolder } from './staged-folder.js';
export { duration, progressLine, sayLine, sayPrompt, takesColours, terminal } from './terminal.js';
export {
  isFiniteAll,
  isThere,
  joinedRows,
  openVectorFile,
  readRows,
  readVectorFile,
  type VectorFile,
  type VectorRowsFile,
  vectorHash,
  writeVectorFile,
} from './vector-file.js';
export {
  claimFolder,
  openParts,
  type PartState,
  partedFolders,
  partName,
  partState,
  readManifest,
  type VectorManifest,
  type VectorPart,
  vectorParts,
  writePart,
} from './vector-parts.js';
export { workers } from './worker-pool.js';
export { readXzText } from './xz-text.js';
