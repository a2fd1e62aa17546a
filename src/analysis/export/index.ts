export {
  type ExportedFile,
  type ExportFormat,
  type ExportInput,
  type ExportOptions,
  type ExportOutput,
  exportInput,
} from './format.js';
export { type ExportFormatName, exportFormats } from './formats.js';
export { LeaderboardFile, leaderboardJsonSchema } from './leaderboard-file.js';
export {
  checkSystems,
  type MissingRequirement,
  type Receiver,
  type ReceiverSettings,
  type ReceiverVerdict,
} from './receiver.js';
export { receivers } from './receivers.js';
export { type WriteExportOptions, writeExport } from './write-export.js';
