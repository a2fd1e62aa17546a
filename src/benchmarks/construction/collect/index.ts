import { z } from 'zod';
import { InputError } from '../../../core/index.js';
import { countsOf, heldCounts } from '../held.js';
import { defineStep } from '../step.js';
import { type Collected, collectRows } from './collect-rows.js';
import { readMapping } from './mapping.js';
import { readReleases } from './release.js';
import { resolvedEvidence } from './resolved-evidence.js';

const settings = z.strictObject({
  mapping: z
    .array(z.string().min(1))
    .min(1)
    .describe('mapping files (YAML): which columns are what; one for each collection'),
  release: z
    .string()
    .min(1)
    .optional()
    .describe('file (YAML) of flagged texts that a person looked at and lets pass'),
});

/** The first step: the user's files become items and sources. */
export const collect = defineStep({
  name: 'collect',
  help: 'read questions, posts, cases and sources, by mapping files',
  example: '--mapping exam.yaml,textbook.yaml',
  paths: ['mapping'],
  reads: [],
  writes: ['items', 'sources', 'collect.held'],
  settings,
  fileSettings: ['mapping', 'release'],
  files: async ({ mapping, release }) => {
    const mappings = await Promise.all(mapping.map(readMapping));
    return [...mappings.flatMap(({ file, files }) => [file, ...files]), ...(release ? [release] : [])];
  },
  run: async ({ settings: { mapping, release }, work, tools }) => {
    const mappings = await Promise.all(mapping.map(readMapping));
    const collected = await collectRows(mappings, release ? await readReleases(release) : [], tools);
    if (collected.rows === 0)
      throw new InputError({
        found: `no rows in the files of ${mapping.join(', ')}`,
        expected: 'one question, post, case or source at least',
        fix: `look at ${mappings.flatMap(({ files }) => files).join(', ')}, or name other files in the mapping`,
      });
    const { items, unresolved } = resolvedEvidence(collected.items, collected.sources);
    if (unresolved > 0)
      tools.note(`${unresolved} links of items lead to no collected source, by its id or url`);
    await work.write('items', items);
    await work.write('sources', collected.sources);
    await work.write('collect.held', collected.held);
    return {
      in: collected.rows,
      out: items.length + collected.sources.length,
      held: heldCounts(collected.held),
      figures: { ...figuresOf(collected), unresolvedEvidence: unresolved },
    };
  },
});

const figuresOf = ({ items, sources, held, released, masked }: Collected) => {
  return {
    items: countsOf(items.map(({ family }) => family)),
    sources: sources.length,
    held: held.length,
    released,
    masked,
  };
};
