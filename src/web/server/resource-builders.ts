import type { Cache, QueryId, Task, Workers } from '../../core/index.js';
import type { QueryExplanation } from '../../experiment/record/index.js';
import type { ContentOf, KeysOf, ResourceName } from '../page-data/index.js';
import type { OwnResult, ShownPart } from './records.js';
import type { SiteSearch } from './searchers.js';
import type { SiteView } from './site-view.js';

/** What a site shows, and what else it can do. */
export interface SiteOptions {
  readonly results: readonly string[];
  /** Default: everything. */
  readonly part?: ShownPart;
  /** Folders of the user's own tasks whose texts may be shown. */
  readonly data?: readonly string[];
  /** Folders of what `r2med answer` wrote. */
  readonly answers?: readonly string[];
  /** Explains a query in the system of a result, without the texts of documents: they are resources of their own. */
  explain?(result: OwnResult, query: QueryId, task: Task): Promise<QueryExplanation>;
  readonly search?: SiteSearch;
  /** A task that cannot be read is an error; otherwise its pages say why they have no texts. */
  readonly whole?: boolean;
  /** Threads that read scores and draw samples; without them that is done between two requests. */
  readonly workers?: Workers;
  /** Keeps records that were compared with their seals, for the next process. */
  readonly cache?: Cache;
}

/** How each resource is made of what is known. */
export type Builders = {
  readonly [Name in ResourceName]: (
    view: SiteView,
    keys: KeysOf<Name>,
    text?: string,
  ) => Promise<ContentOf<Name> | undefined>;
};

/** What the first view of a board asks for. */
export type FirstName = 'index' | 'live' | 'leaderboard' | 'uncertainty';
/** All else: its modules are loaded when it is asked for. */
export type LaterName = Exclude<ResourceName, FirstName>;
