export { parseStages, printStage, printStages, type StageText, slug } from './expression.js';
export { type Pipeline, pipeline, top } from './pipeline.js';
