import {
  defined,
  InputError,
  lookup,
  type QueryId,
  type Retriever,
  type Run,
  readSettings,
  setting,
  splitOutside,
} from '../../core/index.js';
import { fuse, fusions, mustTake, type NamedFusion } from '../../search/fusion/index.js';
import { parseStages, type StageText, type SystemText } from '../../search/pipeline/index.js';
import type { Resolved } from './model-context.js';

/** Whether a stage of this name fuses the systems in its brackets: `rrf(bm25, bge)`. */
export const isFusion = (name: string): boolean => Object.hasOwn(fusions, name);

const namedFusion = (name: string): NamedFusion => lookup('fusion', fusions, name);

/** Settings of every fusion. */
export const FUSION_SETTINGS = {
  depth: setting.count('hits of each system that are fused', undefined, [10, 1000]),
} as const;

/**
 * The retriever of `rrf(bm25, hyde(gpt4) > bge, k=100)`. `depth=500` fuses the first 500 hits of each system, and builds
 * systems that keep so many.
 */
export const resolveFusion = <Context extends { readonly topK?: number }>(
  stage: StageText,
  resolve: (system: SystemText) => Resolved<Context, Retriever>,
): Resolved<Context, Retriever> => {
  const { settings, make } = namedFusion(stage.name);
  const read = readSettings(stage.name, { ...settings, ...FUSION_SETTINGS }, stage.named);
  const { depth, ...options } = read;
  const fusion = make(options);
  mustTake(fusion, stage.values);
  const systems = stage.values.map((value, i) => resolve(stage.systems[i] ?? parseStages(value)));
  return {
    build: async (context) => {
      const { topK } = context;
      const deep = depth === undefined ? context : { ...context, topK: depth };
      const retrievers: Retriever[] = [];
      try {
        for (const { build } of systems) retrievers.push(await build(deep));
        return fuse(retrievers, fusion, { ...defined({ topK, depth }) });
      } catch (error) {
        for (const retriever of retrievers) await retriever.close?.();
        throw error;
      }
    },
  };
};

/** `rrf:`, `rrf@100:`, `weighted@0.3+0.7:`, `weighted(normalise=z):` */
const FLAG = /^([A-Za-z][\w-]*)(?:@([^:()]*))?(?:\(([^()]*)\))?:(.*)$/s;

interface FuseFlag {
  readonly name: string;
  readonly parts: readonly string[];
  /** As a system's text has them: `k=100`. */
  readonly settings: readonly string[];
}

const readFlag = (text: string): FuseFlag => {
  const [, name, short, settings, systems] = FLAG.exec(text.trim()) ?? [];
  const parts = systems === undefined ? undefined : splitOutside(systems, ',');
  if (name === undefined || !parts?.every((part) => part.trim()))
    throw new InputError({
      found: `--fuse "${text}"`,
      expected: 'a fusion and the systems it fuses, as rrf:bm25,bge or weighted@0.3+0.7:bm25,bge',
      fix: 'write --fuse rrf:bm25,bge',
    });
  const fusion = namedFusion(name);
  if (short !== undefined && fusion.short === undefined)
    throw new InputError({
      found: `"@${short}" in --fuse "${text}"`,
      expected: `${name} without a setting`,
      fix: `leave out @${short}`,
    });
  const said = [
    ...(short === undefined ? [] : [`${fusion.short}=${short}`]),
    ...(settings ? [settings] : []),
  ];
  return { name, parts, settings: said };
};

/** The system that `--fuse rrf@100:bm25,bge` means: `rrf(bm25, bge, k=100)`. */
export const fusionOfFlag = (text: string): SystemText => {
  const { name, parts, settings } = readFlag(text);
  return parseStages(`${name}(${[...parts, ...settings].join(', ')})`);
};

/** Run files fused without a task, and what the result is called. */
export interface FusedRuns {
  readonly files: readonly string[];
  readonly name: string;
  /** The name without the folders of the files. */
  readonly system: string;
  fuse(runs: readonly Run[]): Run;
}

/** What `--fuse rrf:a.run,b.run` means where its systems are run files. */
export const fusedRuns = (text: string): FusedRuns => {
  const { name, parts, settings } = readFlag(text);
  const files = parts.map((part) => part.trim());
  // Names of files are no text of a system; its settings are.
  const [stage] = parseStages(`${name}(${['a', ...settings].join(', ')})`);
  const { settings: known, make } = namedFusion(name);
  const { depth, ...options } = readSettings(name, { ...known, ...FUSION_SETTINGS }, stage!.named);
  const fusion = make(options);
  mustTake(fusion, files);
  const called = (names: readonly string[]): string => `${name}(${[...names, ...settings].join(', ')})`;
  return {
    files,
    name: called(files),
    system: called(files.map((file) => file.slice(file.lastIndexOf('/') + 1))),
    fuse: (runs) => {
      const queries = new Set(runs.flatMap((run) => [...run.keys()]));
      const lists = (query: QueryId) => runs.map((run) => (run.get(query) ?? []).slice(0, depth));
      return new Map([...queries].map((query) => [query, fusion.fuse(lists(query))]));
    },
  };
};
