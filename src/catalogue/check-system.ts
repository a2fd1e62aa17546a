import { InputError, lookup } from '../core/index.js';
import { isOutside, modelRows } from '../models/index.js';
import { parseStages, type StageText } from '../pipeline/index.js';
import { retrievers } from '../retrieval/index.js';
import { fromCorpus } from './corpus-retriever.js';
import { fusionOf, isFusion } from './fused.js';
import { checkStageAfter } from './reranker.js';
import { isMethod } from './rewriter.js';
import { isStoredRun } from './stored-run.js';
import { isNpy } from './vector-retriever.js';

/**
 * Refuses a system with a name or a setting that nobody knows, before anything is opened or run: a slip in the last of
 * ten systems should not cost the hours of the first nine. What only shows when a file or a model is opened still shows then.
 */
export const checkSystem = (expression: string): void => {
  const { search, after } = stagesOfSystem(expression);
  checkRetriever(search);
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

const checkRetriever = (stage: StageText): void => {
  if (Object.hasOwn(retrievers, stage.name)) fromCorpus(stage);
  else if (isFusion(stage.name)) {
    fusionOf(stage);
    for (const system of stage.values) checkSystem(system);
  } else if (!isStoredRun(stage.name)) mustBeRetriever(stage.name);
};

/** A name of the tables, or one that reaches outside them. */
export const mustBeRetriever = (name: string): void => {
  if (!isOutside(name) && !isNpy(name)) lookup('retriever', { ...retrievers, ...modelRows() }, name);
};
