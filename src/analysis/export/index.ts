export {
  type ExportFormat,
  type ExportInput,
  exportInput,
} from './format.js';
export { type ExportFormatName, exportFormats } from './formats.js';
export { LeaderboardFile, leaderboardJsonSchema } from './leaderboard-file.js';
export {
  checkSystems,
  type ReceiverVerdict,
} from './receiver.js';
export { receivers } from './receivers.js';
export { writeExport } from './write-export.js';
