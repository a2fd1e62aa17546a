import { relevantIn, type Task } from '../../../core/index.js';
import { type Spread, spread, textLengths } from '../../../tasks/index.js';
import { type ListKind, type ListProfile, profileList, type SourceList } from './list-profile.js';

/** A task in numbers: a row of a group's page. */
export interface TaskProfile {
  readonly task: string;
  readonly suite: string;
  readonly revision: string;
  readonly queries: number;
  readonly documents: number;
  /** Pairs of query and relevant document. */
  readonly positives: number;
  readonly positivesPerQuery: Spread;
  readonly characters: { readonly query: Spread; readonly document: Spread };
  readonly lists: readonly ListProfile[];
  /** The list with the highest nDCG@10; of equal ones the first. */
  readonly best?: ListKind;
}

/** The profile of a task: its size, and how good its candidate lists are. */
export const profileTask = async (task: Task, lists: readonly SourceList[]): Promise<TaskProfile> => {
  const { name, suite, revision, queries, judgements } = task;
  const positives = queries.map(({ id }) => relevantIn(judgements.get(id)).length);
  const profiles = lists.map((list) => profileList(list, judgements, queries));
  const characters = await textLengths(task);
  const best = profiles.reduce<ListProfile | undefined>(
    (high, each) => (high && high.scores['nDCG@10'] >= each.scores['nDCG@10'] ? high : each),
    undefined,
  );
  return {
    task: name,
    suite,
    revision,
    queries: queries.length,
    documents: characters.document.count,
    positives: positives.reduce((sum, count) => sum + count, 0),
    positivesPerQuery: spread(positives),
    characters,
    lists: profiles,
    ...(best && { best: best.kind }),
  };
};
