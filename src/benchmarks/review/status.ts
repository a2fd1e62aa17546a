import { defined } from '../../core/index.js';
import type { ReviewPerson } from './plan.js';
import type { ReviewState } from './state.js';
import { medianSeconds } from './trail.js';

export interface ReviewStatus {
  readonly items: Readonly<Record<'all' | 'waiting' | 'agreed' | 'open' | 'decided' | 'undecided', number>>;
  readonly people: readonly (ReviewPerson & {
    readonly assigned?: number;
    readonly skipped?: number;
    /** Items answered, or decided. */
    readonly done: number;
    /** Answers or decisions in the place of earlier ones. */
    readonly changed: number;
    /** Median, without breaks. */
    readonly secondsPerItem?: number;
    /** When they last did something. */
    readonly last?: string;
  })[];
}

/** How far a review is, by item and by person. */
export const reviewStatusOf = (state: ReviewState): ReviewStatus => {
  const items = { all: 0, waiting: 0, agreed: 0, open: 0, decided: 0, undecided: 0 };
  for (const { item } of state.plan.assignment.filter((each) => state.items.has(each.item))) {
    items.all += 1;
    items[state.outcome(item).state] += 1;
  }
  return {
    items,
    people: state.plan.people.map((person) => {
      const events = state.eventsOf(person.name);
      const work = events.filter((event) => event.type !== 'break');
      const own = state.itemsOf(person.name);
      const answers = own.flatMap((item) => state.answersTo(item).answers.get(person.name) ?? []);
      const seconds = medianSeconds(events);
      const isReviewer = person.role === 'reviewer';
      const last = events.at(-1)?.at;
      return {
        ...person,
        ...(isReviewer && {
          assigned: own.length,
          skipped: answers.filter(({ skipped }) => skipped !== undefined).length,
        }),
        done: isReviewer ? answers.length : new Set(work.map((event) => event.item)).size,
        changed: work.filter(({ replaces }) => replaces !== undefined).length,
        ...defined({ secondsPerItem: seconds, last }),
      };
    }),
  };
};
