import { findModelEntry } from '../../models/embedders/index.js';
import { isHubId } from '../../models/registry/index.js';
import { findRerankerEntry } from '../../models/scorers/index.js';
import { parseStages, type StageText, systemsIn } from '../../search/pipeline/index.js';
import { llmRerankers } from '../../search/reranking/index.js';
import { retrievers } from '../../search/retrieval/index.js';
import { isCombination } from './choosing.js';
import { isFeedback } from './feedback.js';
import { isSynonyms } from './search-stage.js';
import { checkSystem } from './system.js';

/**
 * Whether a system can search any text without a model that has to be paid: nothing is generated, no language model puts hits in order,
 * and its models can run on this machine. Stored runs know the queries of their task alone.
 */
export const searchesFree = (expression: string): boolean => {
  try {
    checkSystem(expression);
    return parseStages(expression).every(isFree);
  } catch {
    return false;
  }
};

const isFree = (stage: StageText): boolean => {
  const { name } = stage;
  if (isCombination(name)) return systemsIn(stage).every((stages) => stages.every(isFree));
  if (
    Object.hasOwn(retrievers, name) ||
    isFeedback(name) ||
    isSynonyms(name) ||
    name === 'top' ||
    /^(onnx|gguf):/.test(name)
  )
    return true;
  if (Object.hasOwn(llmRerankers, name)) return false;
  const entry = findModelEntry(name) ?? findRerankerEntry(name);
  return entry ? entry.backends.some(({ via }) => via === 'onnx') : isHubId(name);
};
