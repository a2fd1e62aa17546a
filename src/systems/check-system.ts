import { InputError, lookup } from '../core/index.js';
import { isUnregistered, modelEntries } from '../embedders/index.js';
import { parseStages, printStage, type StageText } from '../pipeline/index.js';
import { retrievers } from '../retrieval/index.js';
import { fromCorpus } from './corpus-retriever.js';
import { fusionOf, isFusion } from './fused.js';
import { isNpy } from './npy-model.js';
import { checkStageAfter } from './reranker.js';
import { isMethod } from './rewriter.js';
import { isStoredRun } from './stored-run.js';
import { checkVectorStage } from './vector-settings.js';

/**
 * Refuses a system with a name or a setting that nobody knows, before anything is opened or run: a slip in the last of
 * ten systems should not cost the hours of the first nine. What only shows when a file or a model is opened still shows then.
 */
export const checkSystem = (expression: string): void => checkPart(expression, undefined);

/** A system, or one of several that are fused for queries which `before` generated texts for. */
const checkPart = (expression: string, before: StageText | undefined): void => {
  const { writing = before, search, after } = stagesOfSystem(expression);
  checkRetriever(search, writing);
  for (const stage of after) checkStageAfter(stage);
};

/** The stages of a system by what they do. */
export const stagesOfSystem = (
  expression: string,
): {
  readonly writing: StageText | undefined;
  readonly search: StageText;
  readonly after: readonly StageText[];
} => {
  const stages = parseStages(expression);
  const writing = isMethod(stages[0]!.name) ? stages[0] : undefined;
  const [search, ...after] = stages.slice(writing ? 1 : 0);
  if (!search)
    throw new InputError({
      found: `no retriever in the system "${expression}"`,
      expected: `one of ${Object.keys(retrievers).join(', ')}`,
    });
  return { writing, search, after };
};

const checkRetriever = (stage: StageText, writing: StageText | undefined): void => {
  if (Object.hasOwn(retrievers, stage.name)) fromCorpus(stage);
  else if (isFusion(stage.name)) {
    fusionOf(stage);
    for (const system of stage.values) checkPart(system, writing);
  } else if (!isStoredRun(stage.name)) {
    mustBeRetriever(stage.name);
    checkVectorStage(stage);
    if (writing && isNpy(stage.name)) throw noNewTexts(writing, stage);
  }
};

/** Known before a text is generated and paid for. */
const noNewTexts = (writing: StageText, search: StageText): InputError =>
  new InputError({
    found: `${printStage(writing)} > ${printStage(search)}: the folder has no vectors of generated texts`,
    expected: `${printStage(search)} alone`,
    fix: 'leave out the generation method, or use a model that can embed new texts',
  });

/** A name of the tables, or one that reaches outside them. */
export const mustBeRetriever = (name: string): void => {
  if (!isUnregistered(name) && !isNpy(name)) lookup('retriever', { ...retrievers, ...modelEntries() }, name);
};
