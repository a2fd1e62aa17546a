import { InputError } from '../../core/index.js';
import type { Role, SparseVector } from '../embedder.js';
import { KINDS, type Kind } from './kinds.js';
import type { Exports } from './load-module.js';
import { About, type Similarity } from './own-embedder.js';
import { shown } from './shown.js';

type Numbers = readonly number[] | Float32Array | Float64Array;
type Embeds<Given> = (texts: string[], role: Role) => Given | Promise<Given>;

/** What a module may export, by name or in its default; of the three functions the one that is asked for is needed. */
export interface OwnModule {
  /** One vector per text, in order; all in one typed array only where `dimensions` says how long each is. */
  readonly embed?: Embeds<readonly Numbers[] | Float32Array | Float64Array>;
  readonly embedSparse?: Embeds<
    readonly (SparseVector | { readonly indices: readonly number[]; readonly weights: readonly number[] })[]
  >;
  /** For each text one vector per token. */
  readonly embedTokens?: Embeds<readonly (readonly Numbers[])[]>;
  readonly name?: string;
  readonly version?: string | number;
  readonly dimensions?: number;
  readonly similarity?: Similarity;
  readonly batchSize?: number;
  /** Seconds that one call may take. */
  readonly timeout?: number;
  readonly close?: () => unknown;
}

type Call = (...args: readonly unknown[]) => unknown;

/** A module's exports, wherever they stand. */
export interface FoundExports {
  readonly embed: (texts: string[], role: Role) => unknown;
  readonly about: About;
  readonly close: () => unknown;
}

export const foundExports = (file: string, kind: Kind, exports: Exports): FoundExports => {
  const wanted = KINDS[kind].function;
  const members = ownersOf(exports);
  const member = (name: string): unknown => {
    const owner = members.find((candidate) => candidate[name] !== undefined);
    const value = owner?.[name];
    return typeof value === 'function' ? (value as Call).bind(owner) : value;
  };
  const byDefault = kind === 'dense' ? members.map((owner) => owner.default).find(isCall) : undefined;
  const embed = member(wanted) ?? byDefault;
  if (!isCall(embed))
    throw new InputError({
      at: { file },
      found: `a module without a function ${wanted} (it exports ${Object.keys(exports).join(', ') || 'nothing'})`,
      expected: `export function ${wanted}(texts, role)`,
    });
  const close = member('close') ?? (() => {});
  if (!isCall(close))
    throw new InputError({ at: { file }, found: `close is ${shown(close)}`, expected: 'a function' });
  return { embed, about: aboutOf(file, member), close };
};

const isCall = (value: unknown): value is Call => typeof value === 'function';

/** The module itself, its default, and the default inside it that compilers to CommonJS leave. */
const ownersOf = (exports: Exports): readonly Exports[] => {
  const outer = exports.default;
  const inner = isOwner(outer) ? outer.default : undefined;
  return [exports, outer, inner].filter(isOwner);
};

// A function is no owner: its own `name` would be taken for the model's.
const isOwner = (value: unknown): value is Exports => typeof value === 'object' && value !== null;

const aboutOf = (file: string, member: (name: string) => unknown): About => {
  const given = Object.fromEntries(Object.keys(About.shape).map((name) => [name, member(name)]));
  const { success, data, error } = About.safeParse(given);
  if (success) return data;
  const { path, message } = error.issues[0]!;
  const name = String(path[0]);
  throw new InputError({ at: { file }, found: `${name} is ${shown(given[name])} (${message})` });
};
