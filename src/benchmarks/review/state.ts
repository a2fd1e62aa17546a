import { readdir } from 'node:fs/promises';
import { InputError, shortened } from '../../core/index.js';
import type { ReviewDecision } from '../../experiment/record/index.js';
import { cannotRead, sha256 } from '../../platform/node/index.js';
import { readItems, type VersionedItem } from './items.js';
import { reviewFiles } from './json-file.js';
import { type ItemAnswers, outcomeOf, type ReviewOutcome } from './outcome.js';
import { type ReviewPlan, readReviewPlan } from './plan.js';
import {
  type AnswerEvent,
  type DecisionEvent,
  RESTORE,
  type ReadTrail,
  readTrail,
  type TrailEvent,
} from './trail.js';

/** Everything that is known of a review: the plan, the items, and all answers, in the order in which it was saved. */
export interface ReviewState {
  readonly plan: ReviewPlan;
  readonly items: ReadonlyMap<string, VersionedItem>;
  eventsOf(person: string): readonly TrailEvent[];
  eventOf(person: string, id: string): TrailEvent | undefined;
  /** Adds an event that is on the disk. */
  apply(person: string, event: TrailEvent): void;
  nextSequence(): number;
  /** What is known of an item that is in the plan. */
  answersTo(item: string): ItemAnswers;
  outcome(item: string): ReviewOutcome;
  /** Ids of somebody's items, in the order of work. */
  itemsOf(reviewer: string): readonly string[];
  /** The item of a key; undefined where there is none. */
  itemOfKey(key: string): VersionedItem | undefined;
  keyOf(item: string): string;
  /** What counts in the end, in the order of the items. */
  decisions(): readonly ReviewDecision[];
}

export interface ReadReview {
  readonly state: ReviewState;
  readonly trails: ReadonlyMap<string, ReadTrail>;
  /** What a reader must know: torn lines, answers to texts that have changed. */
  readonly notes: readonly string[];
}

/** Reads a review folder. Nothing is written. */
export const readReview = async (folder: string): Promise<ReadReview> => {
  const plan = await readReviewPlan(folder);
  const items = await readItems(folder);
  const trails = new Map<string, ReadTrail>();
  for (const name of await trailNames(folder, plan))
    trails.set(name, await readTrail(reviewFiles(folder).trail(name)));
  const state = reviewState(plan, items);
  const events = [...trails].flatMap(([name, trail]) => trail.events.map((event) => ({ name, event })));
  for (const { name, event } of events.sort((a, b) => a.event.sequence - b.event.sequence)) {
    mustBeAsked(event, items, reviewFiles(folder).trail(name));
    state.apply(name, event);
  }
  const torn = [...trails].flatMap(([name, { torn }]) =>
    torn > 0
      ? [
          `${name}: the last line of the trail is torn (${torn} bytes), left by a process that was killed. It was never reported as saved.`,
        ]
      : [],
  );
  return { state, trails, notes: [...torn, ...staleNotes(state, events)] };
};

/** Refuses what nobody can have answered: the version of an item says which questions and choices were shown. */
const mustBeAsked = (event: TrailEvent, items: ReadonlyMap<string, VersionedItem>, file: string): void => {
  const item = event.type === 'break' ? undefined : items.get(event.item);
  if (event.type === 'break' || item?.version !== event.version) return;
  for (const { question, value } of event.type === 'answer' ? event.answers : event.decisions) {
    const asked = item.questions.find(({ name }) => name === question);
    if (asked?.choices.some((choice) => choice.value === value)) continue;
    throw new InputError({
      at: { file },
      found: `${shortened(JSON.stringify({ question, value }), 200)} about item ${item.id}`,
      expected: 'a question of the item with one of its choices',
      fix: RESTORE,
    });
  }
};

/** Everybody of the plan, and everybody who left a trail. */
const trailNames = async (folder: string, { people }: ReviewPlan): Promise<ReadonlySet<string>> => {
  const { trails } = reviewFiles(folder);
  const files = await readdir(trails).catch(cannotRead(trails, []));
  const found = files
    .filter((file) => file.endsWith('.jsonl'))
    .map((file) => file.slice(0, -'.jsonl'.length));
  return new Set([...people.map(({ name }) => name), ...found.sort()]);
};

const staleNotes = ({ items }: ReviewState, events: readonly { readonly event: TrailEvent }[]) => {
  const stale = events.filter(
    ({ event }) => event.type !== 'break' && items.get(event.item)?.version !== event.version,
  ).length;
  return stale > 0
    ? [
        `${stale} answers are to items that were changed or taken out since. They stay in the trail and do not count.`,
      ]
    : [];
};

/** The state before the first answer. */
export const reviewState = (plan: ReviewPlan, items: ReadonlyMap<string, VersionedItem>): ReviewState => {
  const events = new Map<string, Map<string, TrailEvent>>();
  const answers = new Map<string, Map<string, AnswerEvent>>();
  const decided = new Map<string, DecisionEvent>();
  const assigned = new Map(plan.assignment.map(({ item, reviewers }) => [item, reviewers]));
  const keys = new Map([...items.keys()].map((id) => [keyOf(plan, id), id]));
  const order = plan.assignment.filter(({ item }) => items.has(item));
  const rules = {
    perItem: plan.perItem,
    adjudicate: plan.adjudicate,
    hasAdjudicator: plan.people.some(({ role, active }) => role === 'adjudicator' && active),
  };
  let last = 0;
  const answersTo = (id: string): ItemAnswers => ({
    item: items.get(id)!,
    reviewers: assigned.get(id) ?? [],
    answers: answers.get(id) ?? new Map(),
    decision: decided.get(id),
  });
  const outcome = (id: string): ReviewOutcome => outcomeOf(answersTo(id), rules);
  return {
    plan,
    items,
    eventsOf: (person) => [...(events.get(person)?.values() ?? [])],
    eventOf: (person, id) => events.get(person)?.get(id),
    nextSequence: () => last + 1,
    apply: (person, event) => {
      if (!events.has(person)) events.set(person, new Map());
      events.get(person)!.set(event.id, event);
      last = Math.max(last, event.sequence);
      if (event.type === 'break' || items.get(event.item)?.version !== event.version) return;
      if (event.type === 'decision') decided.set(event.item, event);
      else if (assigned.get(event.item)?.includes(person))
        answers.set(event.item, new Map(answers.get(event.item)).set(person, event));
    },
    answersTo,
    outcome,
    itemsOf: (reviewer) =>
      order.flatMap(({ item, reviewers }) => (reviewers.includes(reviewer) ? [item] : [])),
    itemOfKey: (key) => items.get(keys.get(key) ?? ''),
    keyOf: (id) => keyOf(plan, id),
    decisions: () => [...items.keys()].flatMap((id) => (assigned.has(id) ? outcome(id).decisions : [])),
  };
};

/** Says nothing about the item: an id may say more than a reviewer should know. */
const keyOf = ({ id }: ReviewPlan, item: string): string => sha256(`${id}\n${item}`).slice(0, 20);
