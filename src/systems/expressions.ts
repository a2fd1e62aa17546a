import { InputError, lookup } from '../core/index.js';
import { generationMethods } from '../generation/index.js';
import { llmName } from '../llms/index.js';
import {
  parseStages,
  printStage,
  printStages,
  type StageText,
  systemsIn,
  withQuotes,
} from '../pipeline/index.js';
import { fusionExpression } from './fused.js';
import { isReranker } from './reranker.js';
import { isMethod } from './rewriter.js';

/** The flags that put systems together. */
export interface SystemFlags {
  readonly retriever?: readonly string[];
  readonly gar?: string;
  readonly llm?: string;
  readonly fuse?: readonly string[];
  readonly system?: readonly string[];
  readonly reranker?: readonly string[];
  readonly depth?: readonly number[];
}

/**
 * The systems that flags stand for, in canonical form, each once. What a reranker starts from is always one of them: a
 * reranked score says little without the score before.
 */
export const expressionsOf = (flags: SystemFlags): readonly string[] => {
  if (flags.depth && !flags.reranker)
    throw new InputError({
      found: '--depth without --reranker',
      fix: 'name the reranker, as --reranker bge-reranker, or write the depth into the system: "bm25 > bge-reranker(100)"',
    });
  const first = [
    ...(flags.retriever ?? []).map((retriever) => withWriting(retriever, flags)),
    ...(flags.fuse ?? []).map(fusionExpression),
    ...(flags.system ?? []),
  ].map((text) => printStages(parseStages(text)));
  const all = first.flatMap((text) => [
    firstStageOf(text) ?? text,
    text,
    ...(flags.reranker ?? []).flatMap((reranker) => reranked(text, reranker, flags.depth)),
  ]);
  return [...new Set(all)];
};

/** A retriever's name is never a pipeline, so a command without quotes is all of it. */
const withWriting = (name: string, { gar, llm }: SystemFlags): string => {
  const retriever = withQuotes(name);
  if (!gar) return retriever;
  lookup('generation method', generationMethods, gar);
  if (!llm)
    throw new InputError({
      found: '--gar without --llm',
      fix: `name who wrote the texts, as --gar ${gar} --llm gpt4`,
    });
  return `${gar}(${llm}) > ${retriever}`;
};

const reranked = (text: string, reranker: string, depths: readonly number[] = []): readonly string[] => {
  const [stage, ...more] = parseStages(reranker);
  if (!stage || more.length > 0)
    throw new InputError({ found: `--reranker ${reranker}`, expected: 'one reranker, as bge-reranker' });
  const stages =
    depths.length > 0
      ? depths.map((depth) => ({ ...stage, values: [...stage.values, `${depth}`] }))
      : [stage];
  return stages.map((each) => `${text} > ${printStage(each)}`);
};

/** The system that a reranked one begins with, before the first reranker; undefined where nothing is reranked. */
export const firstStageOf = (expression: string): string | undefined => {
  const stages = parseStages(expression);
  // What `module:` or `served:` stands for depends on its place: the stage that searches is no reranker.
  const search = isMethod(stages[0]!.name) ? 1 : 0;
  const at = stages.findIndex(({ name }, i) => i > search && isReranker(name));
  return at < 0 ? undefined : printStages(stages.slice(0, at));
};

/** The stored texts that systems search with, as `method/llm`, those within other systems too. */
export const generationsOf = (expressions: readonly string[]): readonly string[] => [
  ...new Set(expressions.map(parseStages).flatMap(generationsIn)),
];

const generationsIn = (stages: readonly StageText[]): readonly string[] =>
  stages.flatMap((stage) =>
    isMethod(stage.name)
      ? stage.values.slice(0, 1).map((llm) => `${stage.name}/${llmName(llm)}`)
      : systemsIn(stage).flatMap(generationsIn),
  );
