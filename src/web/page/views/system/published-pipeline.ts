import type { PipelineStage } from '../../../../analysis/charts/index.js';
import type { LeaderboardRow } from '../../../page-data/index.js';

const stage = (
  role: PipelineStage['role'],
  name: string,
  inputs: readonly PipelineStage[],
): PipelineStage => ({
  role,
  name,
  settings: [],
  inputs,
});

/** What a published row says that it is made of: no settings are printed with it. */
export const publishedPipeline = ({
  method,
  llm,
  retriever,
  reranker,
}: LeaderboardRow): PipelineStage | undefined => {
  if (retriever === undefined) return undefined;
  const written =
    method === undefined && llm === undefined ? [] : [stage('rewriter', writerName(method, llm), [])];
  const found = stage('retriever', retriever, written);
  return reranker === undefined ? found : stage('reranker', reranker, [found]);
};

const writerName = (method: string | undefined, llm: string | undefined): string =>
  method === undefined ? llm! : llm === undefined ? method : `${method}(${llm})`;
