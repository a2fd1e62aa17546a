import { InputError, lookup } from '../../core/index.js';
import { llmName } from '../../models/llms/index.js';
import { generationMethods } from '../../search/generation/index.js';
import {
  parseStages,
  printStages,
  type StageText,
  type SystemText,
  stageText,
  systemsIn,
  withQuotes,
} from '../../search/pipeline/index.js';
import { fusionOfFlag } from './fused.js';
import { isReranker } from './reranker.js';
import { isMethod } from './rewriter.js';
import { searchAt } from './search-stage.js';

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
 * The systems that flags stand for, each once. What a reranker starts from is always one of them: a
 * reranked score says little without the score before.
 */
export const systemsOfFlags = (flags: SystemFlags): readonly SystemText[] => {
  if (flags.depth && !flags.reranker)
    throw new InputError({
      found: '--depth without --reranker',
      fix: 'name the reranker, as --reranker bge-reranker, or write the depth into the system: "bm25 > bge-reranker(100)"',
    });
  const first = [
    ...(flags.retriever ?? []).map((retriever) => parseStages(withWriting(retriever, flags))),
    ...(flags.fuse ?? []).map(fusionOfFlag),
    ...(flags.system ?? []).map(parseStages),
  ];
  const rerankers = (flags.reranker ?? []).flatMap((reranker) => rerankersOfFlag(reranker, flags.depth));
  const all = first.flatMap((system) => [
    firstStageOf(system) ?? system,
    system,
    ...rerankers.map((reranker) => [...system, reranker]),
  ]);
  return [...new Map(all.map((system) => [printStages(system), system])).values()];
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

const rerankersOfFlag = (reranker: string, depths: readonly number[] = []): readonly StageText[] => {
  const [stage, ...more] = parseStages(reranker);
  if (!stage || more.length > 0)
    throw new InputError({
      found: `--reranker ${reranker}`,
      expected: 'one reranker, as bge-reranker',
      fix: 'write more stages with --system "bm25 > a(100) > b(10)"',
    });
  if (depths.length === 0) return [stage];
  return depths.map((depth) => stageText(stage.name, [...stage.values, `${depth}`], stage.named));
};

/** The system that a reranked one begins with, before the first reranker; undefined where nothing is reranked. */
export const firstStageOf = (system: SystemText): SystemText | undefined => {
  // What `module:` or `served:` means depends on its position: the stage that searches is no reranker.
  const search = searchAt(system);
  const at = system.findIndex(({ name }, i) => i > search && isReranker(name));
  return at < 0 ? undefined : system.slice(0, at);
};

/** The stored texts that systems search with, as `method/llm`, those within other systems too. */
export const generationsOf = (systems: readonly SystemText[]): readonly string[] => [
  ...new Set(systems.flatMap(generationsIn)),
];

const generationsIn = (system: SystemText): readonly string[] =>
  system.flatMap((stage) =>
    isMethod(stage.name)
      ? stage.values.slice(0, 1).map((llm) => `${stage.name}/${llmName(llm)}`)
      : systemsIn(stage).flatMap(generationsIn),
  );
