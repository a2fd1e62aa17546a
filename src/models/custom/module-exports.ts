import { InputError, type Role, type SearchQuery, type SparseVector } from '../../core/index.js';
import { About, type Similarity } from './custom-embedder.js';
import { KINDS, type Kind } from './kinds.js';
import type { RerankDocument, RerankQuery } from './list-scorer.js';
import type { Exports } from './load-module.js';
import { shown } from './shown.js';

type Numbers = readonly number[] | Float32Array | Float64Array;
type Embeds<Given> = (texts: string[], role: Role) => Given | Promise<Given>;

/** What a module may export, by name or in its default; of the functions the one that is requested is needed. */
export interface CustomModule {
  /** One vector per text, in order; all in one typed array only where `dimensions` says how long each is. */
  readonly embed?: Embeds<readonly Numbers[] | Float32Array | Float64Array>;
  readonly embedSparse?: Embeds<
    readonly (SparseVector | { readonly indices: readonly number[]; readonly weights: readonly number[] })[]
  >;
  /** For each text one vector per token. */
  readonly embedTokens?: Embeds<readonly (readonly Numbers[])[]>;
  /** One ranking per query, in order: ids best first, `[id, score]` or `{ id, score }`. */
  readonly search?: SearchFunction;
  /** One score per document, `{ id, score }` for each, or ids best first. */
  readonly rerank?: Reranks;
  readonly name?: string;
  readonly version?: string | number;
  readonly dimensions?: number;
  readonly similarity?: Similarity;
  readonly batchSize?: number;
  /** Seconds that one call may take; 900. */
  readonly timeout?: number;
  /** Of `rerank`: a score depends on the two texts alone, so it is cached. */
  readonly pairwise?: boolean;
  readonly close?: () => unknown;
}

type GivenHits = readonly (
  | string
  | readonly [id: string, score: number]
  | { readonly id: string; readonly score?: number }
)[];

/** A search system as a function: per query a ranking, or null where it has none to give. */
export type SearchFunction = (
  queries: SearchQuery[],
  k: number,
) => readonly (GivenHits | null)[] | Promise<readonly (GivenHits | null)[]>;

/** A reranker as a function. */
export type Reranks = (
  query: RerankQuery,
  documents: RerankDocument[],
) => readonly number[] | GivenHits | Promise<readonly number[] | GivenHits>;

type Call = (...args: readonly unknown[]) => unknown;

/** A module's exports, wherever they are. */
export interface FoundExports {
  readonly call: Call;
  readonly about: About;
  readonly close: () => unknown;
}

/** What a module is wanted for: vectors of a kind, rankings, or the order of documents. */
export type Use = Kind | 'search' | 'rerank';

const FUNCTIONS: Readonly<Record<Use, string>> = {
  dense: `${KINDS.dense.function}(texts, role)`,
  sparse: `${KINDS.sparse.function}(texts, role)`,
  late: `${KINDS.late.function}(texts, role)`,
  search: 'search(queries, k)',
  rerank: 'rerank(query, documents)',
};

const functionName = (use: Use): string => FUNCTIONS[use].replace(/\(.*/, '');

export const foundExports = (file: string, use: Use, exports: Exports): FoundExports => {
  const { member, byDefault } = membersOf(exports);
  const call = member(functionName(use)) ?? (use === 'dense' ? byDefault : undefined);
  if (!isCall(call))
    throw new InputError({
      at: { file },
      found: `a module without a function ${functionName(use)} (it exports ${Object.keys(exports).join(', ') || 'nothing'})`,
      expected: `export function ${FUNCTIONS[use]}${use === 'dense' ? `, or ${FUNCTIONS.search} for a search system` : ''}`,
      ...fixFor(use, member),
    });
  const close = member('close') ?? (() => {});
  if (!isCall(close))
    throw new InputError({
      at: { file },
      found: `close is ${shown(close)}`,
      expected: 'a function',
      fix: 'export close as a function, or leave it out',
    });
  return { call, about: aboutOf(file, member), close };
};

/** A module that was named in the wrong place: what it exports fits another flag. */
const fixFor = (use: Use, member: (name: string) => unknown): { readonly fix: string } => {
  const named = { fix: 'export the function under this name' };
  if (use !== 'rerank')
    return isCall(member('rerank')) ? { fix: 'it is a reranker: name it with --reranker' } : named;
  const retrieves = (['search', ...EMBEDDING] as const).some((other) => isCall(member(functionName(other))));
  return retrieves ? { fix: 'it is a retriever: name it with --retriever' } : named;
};

/** What a module does as a retriever, by what it exports. */
export const retrieverUse = (file: string, exports: Exports): 'dense' | 'search' => {
  const { member, byDefault } = membersOf(exports);
  if (!isCall(member('search'))) return 'dense';
  const embeds = [...EMBEDDING.map((use) => member(functionName(use))), byDefault].some(isCall);
  if (!embeds) return 'search';
  throw new InputError({
    at: { file },
    found: 'a module that exports both search and a function that embeds',
    expected: 'which of them to use',
    fix: `write module:${file}(kind=search), or (kind=dense), (kind=sparse), (kind=late) to embed`,
  });
};

const EMBEDDING = ['dense', 'sparse', 'late'] as const;

const membersOf = (exports: Exports) => {
  const members = ownersOf(exports);
  return {
    member: (name: string): unknown => {
      const owner = members.find((candidate) => candidate[name] !== undefined);
      const value = owner?.[name];
      return typeof value === 'function' ? (value as Call).bind(owner) : value;
    },
    /** A function that is the default itself. */
    byDefault: members.map((owner) => owner.default).find(isCall),
  };
};

const isCall = (value: unknown): value is Call => typeof value === 'function';

/** The module itself, its default, and the default inside it that compilers to CommonJS leave. */
const ownersOf = (exports: Exports): readonly Exports[] => {
  const outer = exports.default;
  const inner = isOwner(outer) ? outer.default : undefined;
  return [exports, outer, inner].filter(isOwner);
};

// A function is not an owner: its own `name` would be taken for the model's.
const isOwner = (value: unknown): value is Exports => typeof value === 'object' && value !== null;

const aboutOf = (file: string, member: (name: string) => unknown): About => {
  const given = Object.fromEntries(Object.keys(About.shape).map((name) => [name, member(name)]));
  const { success, data, error } = About.safeParse(given);
  if (success) return data;
  const { path, message } = error.issues[0]!;
  const name = String(path[0]);
  throw new InputError({
    at: { file },
    found: `${name} is ${shown(given[name])} (${message})`,
    fix: `correct ${name}, or leave it out`,
  });
};
