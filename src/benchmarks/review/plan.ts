import { z } from 'zod';
import { commandLine, InputError } from '../../core/index.js';
import { readRecordFile, writeAtomic } from '../../platform/node/index.js';
import { reviewFiles } from './json-file.js';

/** Names are parts of file names, so they hold nothing that a disk reads as more. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/;

const ReviewPerson = z.strictObject({
  name: z.string().regex(NAME),
  role: z.enum(['reviewer', 'adjudicator']),
  /** Not once they left: their answers still count, and they get no more items. */
  active: z.boolean(),
});

const ReviewAssignment = z.strictObject({
  item: z.string(),
  reviewers: z.array(z.string()),
  /** One of the first items, which every reviewer gets. */
  shared: z.boolean(),
});

const ReviewPlan = z.strictObject({
  version: z.literal(1),
  /** Random: keys of items and letters of reviewers are made with it, so that they cannot be guessed. */
  id: z.string(),
  title: z.string(),
  seed: z.int(),
  perItem: z.int().min(1),
  shared: z.int().min(0),
  /** Which items go to the adjudicator: all on which reviewers differ, or those without a majority. */
  adjudicate: z.enum(['disagreements', 'ties']),
  /** Whether the adjudicator sees the names of reviewers. */
  named: z.boolean(),
  people: z.array(ReviewPerson),
  /** In the order of work. */
  assignment: z.array(ReviewAssignment),
});

/** Somebody who takes part in a review. */
export type ReviewPerson = z.infer<typeof ReviewPerson>;
export type ReviewAssignment = z.infer<typeof ReviewAssignment>;
/** Who takes part, who reviews what, and the rules: `plan.json`. */
export type ReviewPlan = z.infer<typeof ReviewPlan>;

/** The plan of a folder; undefined where there is none. */
export const readPlanIfThere = (folder: string): Promise<ReviewPlan | undefined> =>
  readRecordFile(
    reviewFiles(folder).plan,
    ReviewPlan,
    'restore the file; a new plan would give other keys to the items',
  );

/** The plan of a folder. */
export const readReviewPlan = async (folder: string): Promise<ReviewPlan> => {
  const plan = await readPlanIfThere(folder);
  if (plan) return plan;
  throw new InputError({
    at: { file: folder },
    found: 'no plan of a review',
    fix: commandLine('review', 'plan', folder, '--reviewer', 'NAME', '--reviewer', 'NAME'),
  });
};

export const writePlan = (folder: string, plan: ReviewPlan): Promise<void> =>
  writeAtomic(reviewFiles(folder).plan, [`${JSON.stringify(plan, null, 1)}\n`], { secret: true });

export const personOf = (plan: ReviewPlan, name: string): ReviewPerson => {
  const person = plan.people.find((each) => each.name === name);
  if (person) return person;
  throw new InputError({
    found: `nobody called ${name}`,
    expected: `one of ${plan.people.map((each) => each.name).join(', ')}`,
    fix: 'check the spelling, or add the person to the review',
  });
};

/** Refuses a name that cannot be a file's, or that differs from another by its letters' size alone. */
export const mustBeNames = (names: readonly string[]): void => {
  const bad = names.find((name) => !NAME.test(name));
  if (bad !== undefined)
    throw new InputError({
      found: `the name ${JSON.stringify(bad)}`,
      expected: 'letters, digits, - and _, at most 40, beginning with a letter or digit',
      fix: 'use a short name or a pseudonym, such as anna or r1',
    });
  const small = names.map((name) => name.toLowerCase());
  const twice = names.find((_, i) => small.indexOf(small[i]!) < i);
  if (twice !== undefined)
    throw new InputError({ found: `the name ${twice} twice`, fix: 'give everybody a name of their own' });
};
