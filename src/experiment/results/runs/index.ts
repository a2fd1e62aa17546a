export { type JudgementsFile, readJudgements } from './read-judgements.js';
export { mustBeSealedRun, readRun } from './read-run.js';
export type { RunFile, RunFormat } from './run-formats.js';
export type { PredictionsChoice } from './run-reader.js';
export { RUN_WRITERS, writeRunFile } from './run-writers.js';
export { JUDGEMENT_WRITERS, writeJudgements } from './write-judgements.js';
export { writeRun } from './write-run.js';
