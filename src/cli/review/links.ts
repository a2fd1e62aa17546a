import type { Command } from 'commander';
import { linkSince, personOf, readReviewPlan, renewLink, revokeLink } from '../../benchmarks/review/index.js';
import { commandLine, InputError } from '../../core/index.js';
import { table } from '../../platform/tables/index.js';
import { linkOf } from '../../web/page-data/index.js';
import { type FlagValues, part, pick } from '../flags/index.js';
import { printJson, printLine, screenWidth } from '../output.js';

/** A line for each link, after an empty one. */
export const linkLines = (tokens: ReadonlyMap<string, string>, address: string): readonly string[] => {
  const width = Math.max(0, ...[...tokens.keys()].map((name) => name.length));
  return [...tokens].flatMap(([name, token], i) => [
    ...(i === 0 ? [''] : []),
    `${name.padEnd(width)}  ${linkOf(address, token)}`,
  ]);
};

const FLAGS = pick('renew revoke address json');

const SUMMARY = 'renew or revoke links, also while the review is served';

export const reviewLink = (): Command =>
  part('link', SUMMARY, FLAGS).argument('<folder>', 'folder of a review').action(link);

const link = async (folder: string, flags: FlagValues<typeof FLAGS>): Promise<void> => {
  const plan = await readReviewPlan(folder);
  const { renew = [], revoke = [] } = flags;
  for (const name of [...renew, ...revoke]) personOf(plan, name);
  const gone = renew.find((name) => !personOf(plan, name).active);
  if (gone !== undefined)
    throw new InputError({
      found: `a link for ${gone}, who left`,
      fix: commandLine('review', 'plan', folder, `--${personOf(plan, gone).role}`, gone),
    });
  for (const name of revoke) await revokeLink(folder, name);
  const tokens = new Map<string, string>();
  for (const name of renew) tokens.set(name, await renewLink(folder, name));
  const people = await Promise.all(
    plan.people.map(async ({ name, role }) => ({ name, role, since: await linkSince(folder, name) })),
  );
  if (flags.json)
    return printJson(
      people.map(({ name, role, since }) => ({
        ...{ name, role },
        ...(since !== undefined && { since }),
        ...(tokens.has(name) && { link: linkOf(flags.address, tokens.get(name)!) }),
      })),
    );
  const shown = table(people, [
    ['person', ({ name }) => name, 'left'],
    ['role', ({ role }) => role, 'left'],
    ['link since', ({ since }) => since ?? 'none', 'left'],
  ]).text(screenWidth());
  await printLine([shown, ...linkLines(tokens, flags.address)].join('\n'));
};
