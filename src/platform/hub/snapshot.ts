import { InputError } from '../../core/index.js';

/** A repository of the hub: its address and its folder in the cache begin with what it holds. */
export interface HubRepository {
  readonly kind: 'dataset' | 'model';
  /** `ORG/NAME`. */
  readonly repository: string;
}

/** One revision of a repository. */
export interface Snapshot extends HubRepository {
  /** A commit, so that its files never change. */
  readonly revision: string;
}

/** A commit, as opposed to a branch or tag. */
export const isCommit = (revision: string): boolean => /^[0-9a-f]{40}$/.test(revision);

/** Datasets have a word before their name, models do not. */
const address = (endpoint: string, { kind, repository }: HubRepository): string =>
  `${endpoint}/${kind === 'dataset' ? 'datasets/' : ''}${repository}`;

/** Where a file of a snapshot is downloaded from. */
export const fileAddress = (endpoint: string, snapshot: Snapshot, path: string): string =>
  `${address(endpoint, snapshot)}/resolve/${encodeURIComponent(snapshot.revision)}/${path.split('/').map(encodeURIComponent).join('/')}`;

/** Where people see which files a snapshot has. */
export const pageAddress = (endpoint: string, snapshot: Snapshot): string =>
  `${address(endpoint, snapshot)}/tree/${snapshot.revision}`;

/** Names become folders, so what could lead out of the cache is not a name. */
export const mustBeNames = (repository: string, revision: string): void => {
  if (!/^[\w.-]+(\/[\w.-]+)?$/.test(repository) || /(^|\/)\.+(\/|$)/.test(repository))
    throw new InputError({
      found: `"${repository}"`,
      expected: 'the id of a model on the hub, as BAAI/bge-small-en-v1.5',
    });
  if (!/^[\w.-]+(\/[\w.-]+)*$/.test(revision) || revision.includes('..'))
    throw new InputError({ found: `revision "${revision}"`, expected: 'a commit, a branch or a tag' });
};
