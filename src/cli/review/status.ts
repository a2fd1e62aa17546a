import type { Command } from 'commander';
import { type ReviewStatus, readReview, reviewStatusOf } from '../../benchmarks/review/index.js';
import { nodeTools } from '../../platform/node/index.js';
import { table } from '../../platform/tables/index.js';
import { type FlagValues, part, pick } from '../flags/index.js';
import { printJson, printLine, screenWidth } from '../output.js';

const SUMMARY = 'how far each reviewer is, and what is decided';

const FLAGS = pick('json quiet');

export const reviewStatus = (): Command =>
  part('status', SUMMARY, FLAGS).argument('<folder>', 'folder of a review').action(status);

const status = async (folder: string, { json, quiet = false }: FlagValues<typeof FLAGS>): Promise<void> => {
  const { state, notes } = await readReview(folder);
  const { note } = nodeTools({ quiet });
  for (const each of notes) note(each);
  const found = reviewStatusOf(state);
  if (json) return printJson(found);
  await printLine(`${peopleTable(found)}\n\n${itemsLine(found)}`);
};

const peopleTable = ({ people }: ReviewStatus): string =>
  table(people, [
    ['person', ({ name }) => name, 'left'],
    ['role', ({ role, active }) => (active ? role : `${role}, left`), 'left'],
    ['items', ({ assigned }) => count(assigned)],
    ['done', ({ done }) => done],
    ['skipped', ({ skipped }) => count(skipped)],
    ['changed', ({ changed }) => changed],
    [
      'minutes/item',
      ({ secondsPerItem }) => (secondsPerItem === undefined ? '–' : (secondsPerItem / 60).toFixed(1)),
    ],
    ['last', ({ last }) => last?.slice(0, 16).replace('T', ' ') ?? '–', 'left'],
  ]).text(screenWidth());

const count = (value: number | undefined): string => (value === undefined ? '' : `${value}`);

const itemsLine = ({ items }: ReviewStatus): string =>
  `${items.all} items: ${items.waiting} wait for reviewers, ${items.agreed} decided by reviewers, ` +
  `${items.open} wait for the adjudicator, ${items.decided} adjudicated` +
  (items.undecided > 0 ? `, ${items.undecided} undecided (no adjudicator)` : '');
