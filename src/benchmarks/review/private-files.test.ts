import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reviewFolder } from '../../../test/support/review-folder.js';
import { makeReviewPlan } from './make-plan.js';
import { openStore } from './store.js';

const GIVEN = ['items.jsonl', 'labels.jsonl'];

/** What others than its owner may do with each file and folder that the review made. */
const openToOthers = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => !GIVEN.includes(name) && (statSync(join(folder, name)).mode & 0o077) !== 0);

it.runIf(process.platform !== 'win32')('files of a review are read by their owner alone', async () => {
  const folder = reviewFolder();
  // As an earlier version left them.
  mkdirSync(join(folder, 'answers'));
  writeFileSync(join(folder, 'answers', 'anna.jsonl'), '');
  for (const name of ['answers', 'answers/anna.jsonl']) chmodSync(join(folder, name), 0o755);
  await makeReviewPlan(folder, { reviewers: ['anna', 'ben'], adjudicators: ['cara'] });
  await (await openStore(folder, { note: () => {} })).close();
  expect(readdirSync(folder).sort()).toEqual(
    expect.arrayContaining(['answers', 'decisions.jsonl', 'links', 'plan.json']),
  );
  expect(openToOthers(folder)).toEqual([]);
});
