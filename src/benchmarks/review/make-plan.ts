import { randomBytes } from 'node:crypto';
import { basename, resolve } from 'node:path';
import { commandLine, InputError } from '../../core/index.js';
import { acquireLease } from '../../platform/node/index.js';
import { assign } from './assign.js';
import { readItems } from './items.js';
import { renewLink, revokeLink } from './links.js';
import {
  mustBeNames,
  personOf,
  type ReviewPerson,
  type ReviewPlan,
  readPlanIfThere,
  writePlan,
} from './plan.js';
import { readReview } from './state.js';

/** What a plan is made or changed with. What is left out stays as it is. */
export interface ReviewPlanOptions {
  /** Who joins as a reviewer; who already is one stays. */
  readonly reviewers?: readonly string[];
  readonly adjudicators?: readonly string[];
  /** Who leaves: answers stay, unanswered items go to others. */
  readonly leaving?: readonly string[];
  /** Reviewers of each item; 2 by default. */
  readonly perItem?: number;
  /** First items that every reviewer gets; by default a tenth, from 10 to 50. */
  readonly shared?: number;
  readonly seed?: number;
  readonly title?: string;
  readonly adjudicate?: ReviewPlan['adjudicate'];
  readonly named?: boolean;
}

/** A plan, and the tokens of those who are new in it. They are in no file. */
export interface MadeReviewPlan {
  readonly plan: ReviewPlan;
  readonly tokens: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
}

/** Makes the plan of a folder, or changes it: who takes part, and who reviews what. Refused while the review is served. */
export const makeReviewPlan = async (folder: string, options: ReviewPlanOptions): Promise<MadeReviewPlan> => {
  const items = await readItems(folder);
  const lease = await acquireLease(folder, { doing: 'plan of a review', wait: false });
  try {
    const earlier = await readPlanIfThere(folder);
    const people = peopleOf(earlier?.people ?? [], options);
    const reviewers = people
      .filter(({ role, active }) => role === 'reviewer' && active)
      .map(({ name }) => name);
    const perItem = options.perItem ?? earlier?.perItem ?? 2;
    mustSuffice(reviewers, perItem, folder);
    const seed = earlier?.seed ?? options.seed ?? 1;
    mustStay('--seed', earlier?.seed, options.seed);
    mustStay('--shared', earlier?.shared, options.shared);
    const shared =
      earlier?.shared ?? options.shared ?? Math.min(50, Math.max(10, Math.round(items.size / 10)));
    const { state, notes } = earlier ? await readReview(folder) : { state: undefined, notes: [] };
    const assignment = assign({
      items: items.keys(),
      ...{ reviewers, perItem, shared, seed },
      ...(earlier && { earlier: earlier.assignment }),
      hasAnswered: (item, name) =>
        (state?.items.has(item) && state.answersTo(item).answers.has(name)) ?? false,
      isSettled: (item) => state?.items.has(item) === true && state.outcome(item).state === 'decided',
    });
    const plan: ReviewPlan = {
      version: 1,
      id: earlier?.id ?? randomBytes(16).toString('hex'),
      title: options.title ?? earlier?.title ?? basename(resolve(folder)),
      ...{ seed, perItem, shared },
      adjudicate: options.adjudicate ?? earlier?.adjudicate ?? 'disagreements',
      named: options.named ?? earlier?.named ?? false,
      people: [...people],
      assignment: [...assignment],
    };
    // Links before the plan that names their people: whoever is in a plan has one, also after a kill in between.
    for (const name of options.leaving ?? []) await revokeLink(folder, name);
    const tokens = new Map<string, string>();
    for (const { name } of joined(earlier?.people ?? [], people))
      tokens.set(name, await renewLink(folder, name));
    await writePlan(folder, plan);
    return { plan, tokens, notes };
  } finally {
    lease.release();
  }
};

const peopleOf = (
  earlier: readonly ReviewPerson[],
  { reviewers = [], adjudicators = [], leaving = [] }: ReviewPlanOptions,
): readonly ReviewPerson[] => {
  const named = [
    ...reviewers.map((name) => ({ name, role: 'reviewer' as const })),
    ...adjudicators.map((name) => ({ name, role: 'adjudicator' as const })),
  ];
  const known = new Map(earlier.map((person) => [person.name, person]));
  for (const { name, role } of named)
    if (known.has(name) && known.get(name)!.role !== role)
      throw new InputError({
        found: `${name} as ${role}, who is ${known.get(name)!.role} of this review`,
        expected: 'one role for each person: an adjudicator decides about answers of others',
        fix: 'name another person, or leave the role as it is',
      });
  mustBeNames([...new Set([...known.keys(), ...named.map(({ name }) => name)])]);
  mustBeNames(named.map(({ name }) => name));
  for (const { name, role } of named) known.set(name, { name, role, active: true });
  for (const name of leaving) {
    const person = personOf({ people: [...known.values()] } as ReviewPlan, name);
    known.set(name, { ...person, active: false });
  }
  return [...known.values()];
};

const joined = (before: readonly ReviewPerson[], people: readonly ReviewPerson[]): readonly ReviewPerson[] =>
  people.filter(({ name, active }) => active && !before.some((each) => each.name === name && each.active));

const mustSuffice = (reviewers: readonly string[], perItem: number, folder: string): void => {
  if (reviewers.length >= perItem) return;
  throw new InputError({
    found: `${reviewers.length} reviewers for ${perItem} reviewers of each item`,
    fix: `${commandLine('review', 'plan', folder, '--reviewer', 'NAME', '--reviewer', 'NAME')}, or --per-item ${Math.max(1, reviewers.length)}`,
  });
};

const mustStay = (flag: string, before: number | undefined, now: number | undefined): void => {
  if (before === undefined || now === undefined || before === now) return;
  throw new InputError({
    found: `${flag} ${now}, where the plan has ${before}`,
    expected: 'the value of the plan: the order of work stays as it was drawn',
    fix: `leave out ${flag}`,
  });
};
