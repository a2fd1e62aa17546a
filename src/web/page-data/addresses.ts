import type { Key } from './keys.js';

/**
 * Where each resource is, relative to the page. A server answers these addresses, a static site has them as files, and from `file:` the page
 * loads the same name with `.js` for `.json`.
 */
export const addresses = {
  /** `SiteIndex`. */
  index: () => 'data/index.json',
  /** `Leaderboard`. */
  leaderboard: (board: Key, measure: Key) => `data/leaderboard/${board}/${measure}.json`,
  /** `BoardSlices`. */
  slices: (board: Key) => `data/slices/${board}.json`,
  /** `AuditList`. */
  audits: () => 'data/audits.json',
  /** `AuditPage`. */
  audit: (audit: Key) => `data/audits/${audit}.json`,
  /** `AuditPairs`: the texts behind its figures. */
  auditPairs: (audit: Key) => `data/pairs/${audit}.json`,
  /** `NanoPage`. */
  nano: (board: Key) => `data/nano/${board}.json`,
  /** `SystemPage`. */
  system: (system: Key) => `data/systems/${system}.json`,
  /** `TaskPage`. */
  task: (task: Key) => `data/tasks/${task}.json`,
  /** `QueryScores`. */
  scores: (task: Key, system: Key) => `data/scores/${task}/${system}.json`,
  /** `QueryPage`. */
  query: (task: Key, query: Key) => `data/queries/${task}/${query}.json`,
  /** `Explanation` with this one system: why the query came out as it did. */
  explanation: (task: Key, query: Key, system: Key) => `data/explain/${task}/${query}/${system}.json`,
  /** `DocumentPage`. */
  document: (task: Key, document: Key) => `data/documents/${task}/${document}.json`,
  /** `LiveState`; only a server has it. */
  live: () => 'data/live.json',
  /** `Searchers`: the systems that can search a task by hand; only a server has it. */
  searchers: (task: Key) => `data/searchers/${task}.json`,
  /** Hits of a text that somebody typed; only a server has it. */
  search: (task: Key, system: Key, text: string) =>
    `data/search/${task}/${system}.json?text=${encodeURIComponent(text)}`,
} as const;

/** The classic script of a resource, for pages that are opened from a file. */
export const scriptAddress = (address: string): string => address.replace(/\.json$/, '.js');

/** The function that such a script calls with its address and its content. */
export const SCRIPT_FUNCTION = 'r2medResource';
