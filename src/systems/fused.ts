import { InputError, lookup, type Retriever } from '../core/index.js';
import { combMnz, combSum, type Fusion, fuse, type Normalisation, rrf, weighted } from '../fusion/index.js';
import { parseStages, printStages, type StageText, split } from '../pipeline/index.js';

type Named = Readonly<Record<string, string>>;

/** How a system's text names fusions, each with the setting that may follow an `@` and all that it takes. */
const fusions = {
  rrf: {
    short: 'k',
    settings: ['k', 'ties'],
    make: ({ k, ties }: Named) =>
      rrf({
        ...(k !== undefined && { k: numberOf('k', k) }),
        ...(ties !== undefined && { ties: tiesOf(ties) }),
      }),
  },
  weighted: {
    short: 'weights',
    settings: ['weights', 'normalise'],
    make: ({ weights, normalise }: Named) =>
      weighted({
        ...(weights !== undefined && {
          weights: weights.split('+').map((each) => numberOf('weights', each)),
        }),
        ...(normalise !== undefined && { normalise: normalise as Normalisation }),
      }),
  },
  combsum: { short: undefined, settings: [], make: combSum },
  combmnz: { short: undefined, settings: [], make: combMnz },
} as const satisfies Record<string, FusionRow>;

interface FusionRow {
  readonly short: string | undefined;
  readonly settings: readonly string[];
  make(named: Named): Fusion;
}

/** Whether a stage of this name fuses the systems in its brackets: `rrf(bm25, bge)`. */
export const isFusion = (name: string): boolean => Object.hasOwn(fusions, name);

export interface FusedOptions {
  /** Hits kept of the fused ranking. */
  readonly topK?: number;
}

/**
 * The retriever of `rrf(bm25, hyde(gpt4) > bge, k=100)`. `depth=500` fuses the first 500 hits of each system, and asks
 * `build` for systems that keep so many; otherwise they keep what they would keep alone.
 */
export const fusedRetriever = async (
  stage: StageText,
  build: (expression: string, topK: number | undefined) => Promise<Retriever>,
  { topK }: FusedOptions = {},
): Promise<Retriever> => {
  const { fusion, depth } = fusionOf(stage);
  const retrievers: Retriever[] = [];
  try {
    for (const expression of stage.values) retrievers.push(await build(expression, depth ?? topK));
    return fuse(retrievers, fusion, {
      ...(topK !== undefined && { topK }),
      ...(depth !== undefined && { depth }),
    });
  } catch (error) {
    for (const retriever of retrievers) await retriever.close?.();
    throw error;
  }
};

/** How a stage fuses: everything it says except the systems. */
export const fusionOf = (
  stage: StageText,
): { readonly fusion: Fusion; readonly depth: number | undefined } => {
  const { depth, ...named } = stage.named;
  const row: FusionRow = lookup('fusion', fusions, stage.name);
  for (const name of Object.keys(named)) mustBeSetting(stage.name, row, name);
  return { fusion: row.make(named), depth: depth === undefined ? undefined : countOf('depth', depth) };
};

/** `rrf:`, `rrf@100:`, `weighted@0.3+0.7:`, `weighted(normalise=z):` */
const FLAG = /^([A-Za-z][\w-]*)(?:@([^:()]*))?(?:\(([^()]*)\))?:(.*)$/s;

/** The system that `--fuse rrf@100:bm25,bge` stands for: `rrf(bm25, bge, k=100)`. */
export const fusionExpression = (text: string): string => {
  const [, name, short, settings, systems] = FLAG.exec(text.trim()) ?? [];
  const parts = systems === undefined ? undefined : split(systems, ',');
  if (name === undefined || !parts?.every((part) => part.trim()))
    throw new InputError({
      found: `--fuse "${text}"`,
      expected: 'a fusion and the systems it fuses, as rrf:bm25,bge or weighted@0.3+0.7:bm25,bge',
    });
  const row: FusionRow = lookup('fusion', fusions, name);
  if (short !== undefined && row.short === undefined)
    throw new InputError({ found: `"@${short}" in --fuse "${text}"`, expected: `${name} without a setting` });
  const said = [...(short === undefined ? [] : [`${row.short}=${short}`]), ...(settings ? [settings] : [])];
  return printStages(parseStages(`${name}(${[...parts, ...said].join(', ')})`));
};

const mustBeSetting = (fusion: string, { settings }: FusionRow, name: string): void => {
  const names = [...settings, 'depth'];
  lookup(`setting of ${fusion}`, Object.fromEntries(names.map((each) => [each, each])), name);
};

const numberOf = (setting: string, text: string): number => {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value)) return value;
  throw new InputError({ found: `${setting}=${text}`, expected: 'a number' });
};

const countOf = (setting: string, text: string): number => {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new InputError({ found: `${setting}=${text}`, expected: 'a whole number from 1' });
};

const tiesOf = (text: string): 'id' | 'hakari' =>
  lookup('rule for ties', { id: 'id', hakari: 'hakari' } as const, text);
