import type { TaskAnswers } from './answers.js';
import type { AuditList, AuditPage, AuditPairs } from './audit-page.js';
import type { BoardSlices } from './board-slices.js';
import { isKey, type Key } from './keys.js';
import type { BoardUncertainty, Leaderboard } from './leaderboard.js';
import type { LiveState } from './live-state.js';
import type { NanoPage } from './nano-page.js';
import type { DocumentPage, QueryPage, QueryScores, ShownExplanation } from './query-page.js';
import type { Searchers } from './searchers.js';
import type { SiteIndex } from './site-index.js';
import type { SystemPage } from './system-page.js';
import type { TaskColumns, TaskOutcomes } from './task-outcomes.js';
import type { TaskPage } from './task-page.js';
import type { BoardVariants, SystemVariants } from './variants.js';

/** What the keys in an address are of. */
export type KeyOf = 'board' | 'measure' | 'audit' | 'system' | 'task' | 'query' | 'document';

interface Resource<Content, Of extends readonly KeyOf[]> {
  readonly folder: string;
  readonly keys: Of;
  /** Only a type. */
  readonly content?: Content;
}

const resource =
  <Content>() =>
  <const Of extends readonly KeyOf[]>(folder: string, ...keys: Of): Resource<Content, Of> => ({
    folder,
    keys,
  });

/** What a static site has too. */
export const siteResources = {
  index: resource<SiteIndex>()('index'),
  leaderboard: resource<Leaderboard>()('leaderboard', 'board', 'measure'),
  /** Intervals, ranks and groups of a leaderboard: it is shown before they are there. */
  uncertainty: resource<BoardUncertainty>()('uncertainty', 'board', 'measure'),
  slices: resource<BoardSlices>()('slices', 'board'),
  audits: resource<AuditList>()('audits'),
  audit: resource<AuditPage>()('audits', 'audit'),
  /** The texts behind the figures of an audit. */
  auditPairs: resource<AuditPairs>()('pairs', 'audit'),
  nano: resource<NanoPage>()('nano', 'board'),
  system: resource<SystemPage>()('systems', 'system'),
  task: resource<TaskPage>()('tasks', 'task'),
  /** Queries × systems: where relevant documents are, and scores under one measure. */
  outcomes: resource<TaskOutcomes>()('outcomes', 'task'),
  columns: resource<TaskColumns>()('columns', 'task', 'measure'),
  /** What LLMs answered with the documents of systems. */
  answers: resource<TaskAnswers>()('answers', 'task'),
  /** Which systems are others of the board but for one thing, and what that does. */
  boardVariants: resource<BoardVariants>()('variants', 'board'),
  variants: resource<SystemVariants>()('variants', 'board', 'measure', 'system'),
  scores: resource<QueryScores>()('scores', 'task', 'system'),
  query: resource<QueryPage>()('queries', 'task', 'query'),
  /** Why the query came out as it did, in this one system. */
  explanation: resource<ShownExplanation>()('explain', 'task', 'query', 'system'),
  document: resource<DocumentPage>()('documents', 'task', 'document'),
};

/** Every resource of the page: the folder of its address, and the keys that follow. A server answers all of them. */
const resources = {
  ...siteResources,
  live: resource<LiveState>()('live'),
  /** The systems that can search a task by hand. */
  searchers: resource<Searchers>()('searchers', 'task'),
  /** Hits of a text that somebody typed: `searchAddress`. */
  search: resource<ShownExplanation>()('search', 'task', 'system'),
};

export type SiteResource = keyof typeof siteResources;
export type ResourceName = keyof typeof resources;
export type ContentOf<Name extends ResourceName> = NonNullable<(typeof resources)[Name]['content']>;
export type KeysOf<Name extends ResourceName> = KeyForEach<(typeof resources)[Name]['keys']>;
type KeyForEach<Of extends readonly KeyOf[]> = { readonly [I in keyof Of]: Key };

/** An address, with the type of what is there. */
export type ResourceAddress<Content = unknown> = string & { readonly __content: Content };

/**
 * Where each resource is, relative to the page. A server answers these addresses, a static site has them as files, and from `file:` the page
 * loads the same name with `.js` for `.json`.
 */
export const addresses = Object.fromEntries(
  Object.entries(resources).map(([name, { folder }]) => [
    name,
    (...keys: readonly Key[]) => `data/${[folder, ...keys].join('/')}.json`,
  ]),
) as unknown as {
  readonly [Name in ResourceName]: (...keys: KeysOf<Name>) => ResourceAddress<ContentOf<Name>>;
};

export const searchAddress = (task: Key, system: Key, text: string): ResourceAddress<ShownExplanation> =>
  `${addresses.search(task, system)}?text=${encodeURIComponent(text)}` as ResourceAddress<ShownExplanation>;

/** The resource that an address names; undefined where there is none. */
export const resourceAt = (
  address: string,
): { readonly name: ResourceName; readonly keys: readonly Key[] } | undefined => {
  const [folder, ...keys] = /^data\/([a-z0-9/-]+)\.json$/.exec(address)?.[1]?.split('/') ?? [];
  const isIt = (each: Resource<unknown, readonly KeyOf[]>): boolean =>
    each.folder === folder && each.keys.length === keys.length;
  const name = (Object.keys(resources) as ResourceName[]).find((each) => isIt(resources[each]));
  return name && keys.every(isKey) ? { name, keys } : undefined;
};

/** The classic script of a resource, for pages that are opened from a file. */
export const scriptAddress = (address: string): string => address.replace(/\.json$/, '.js');

/**
 * Where a site in files has what there is for every query, system and document, by far most of it: several resources in one compressed script. A query has
 * one with all that systems made of it, since they share most of its terms; documents are spread over at most 256 scripts a task. Undefined: a resource of its own.
 */
export const packAddress = (address: string): string | undefined => {
  const { name, keys: [task, key = ''] = [] } = resourceAt(address) ?? {};
  if (name === 'scores') return scriptAddress(address);
  if (name === 'query' || name === 'explanation') return `data/queries/${task}/${key}.js`;
  return name === 'document' ? `data/documents/${task}/${key.slice(-2)}.js` : undefined;
};

/** The function that a script calls with its address and its content; a pack with the bytes of its JSON (`packed`), compressed by gzip. */
export const SCRIPT_FUNCTION = 'r2medResource';
