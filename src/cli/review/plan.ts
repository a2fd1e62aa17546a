import type { Command } from 'commander';
import { type MadeReviewPlan, makeReviewPlan } from '../../benchmarks/review/index.js';
import { commandLine, defined } from '../../core/index.js';
import { nodeTools } from '../../platform/node/index.js';
import { table } from '../../platform/tables/index.js';
import { linkOf } from '../../web/page-data/index.js';
import { type FlagValues, part, pick, reading, zeroOrMore } from '../flags/index.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { linkLines } from './links.js';

const FLAGS = {
  ...pick('reviewer adjudicator leaves perItem shared seed title adjudicate named address json quiet'),
  seed: reading('seed', zeroOrMore),
};

export const reviewPlan = (): Command =>
  part('plan', 'say who reviews what, and print a link for each person', FLAGS)
    .argument('<folder>', 'folder with items.jsonl, and labels.jsonl if models decided before')
    .action(plan);

const plan = async (folder: string, flags: FlagValues<typeof FLAGS>): Promise<void> => {
  const { reviewer: reviewers, adjudicator: adjudicators, leaves: leaving } = flags;
  const { perItem: each, shared: first, seed: drawn, title, adjudicate, named } = flags;
  const said = { reviewers, adjudicators, leaving, perItem: each, shared: first, seed: drawn };
  const made = await makeReviewPlan(folder, defined({ ...said, title, adjudicate, named }));
  const { note } = nodeTools({ quiet: flags.quiet ?? false });
  for (const each of made.notes) note(each);
  if (flags.json) return printJson(jsonOf(made, flags.address));
  await printLine([tableOf(made), ...linkLines(made.tokens, flags.address)].join('\n'));
  const { assignment, perItem, seed } = made.plan;
  const shared = assignment.filter((each) => each.shared).length;
  note(
    `\n${assignment.length} items, ${perItem} reviewers each, the first ${shared} to every reviewer; seed ${seed}.` +
      (made.tokens.size > 0 ? ' Links are not shown again.' : ''),
  );
  note(`Next: ${commandLine('review', 'serve', folder)}`);
};

const assignedTo = ({ plan: { assignment } }: MadeReviewPlan, name: string): number =>
  assignment.filter(({ reviewers }) => reviewers.includes(name)).length;

const tableOf = (made: MadeReviewPlan): string => {
  const { people } = made.plan;
  return table(people, [
    ['person', ({ name }) => name, 'left'],
    ['role', ({ role, active }) => (active ? role : `${role}, left`), 'left'],
    ['items', ({ name, role }) => (role === 'reviewer' ? `${assignedTo(made, name)}` : '')],
  ]).text(screenWidth());
};

const jsonOf = (made: MadeReviewPlan, address: string) => {
  const { people, assignment, perItem, seed, shared, title, adjudicate, named } = made.plan;
  return {
    ...{ title, items: assignment.length, perItem, shared, seed, adjudicate, named },
    people: people.map((person) => ({
      ...person,
      items: assignedTo(made, person.name),
      ...(made.tokens.has(person.name) && { link: linkOf(address, made.tokens.get(person.name)!) }),
    })),
  };
};
