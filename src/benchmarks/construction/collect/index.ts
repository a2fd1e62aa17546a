import { z } from 'zod';
import { InputError } from '../../../core/index.js';
import { type BuildItem, countsOf, heldCounts, type SourceText } from '../item.js';
import { defineStep } from '../step.js';
import { collectRows } from './collect-rows.js';
import { readMapping } from './mapping.js';
import { readReleases } from './personal-data.js';

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
      figures: {
        items: countsOf(items.map(({ family }) => family)),
        sources: collected.sources.length,
        held: collected.held.length,
        released: collected.released,
        masked: collected.masked,
        unresolvedEvidence: unresolved,
      },
    };
  },
});

/** Evidence of items by the ids of sources: links may name a source by its address. What names none is left as it is, and counted. */
export const resolvedEvidence = (
  items: readonly BuildItem[],
  sources: readonly SourceText[],
): { readonly items: readonly BuildItem[]; readonly unresolved: number } => {
  const ids = new Set(sources.map(({ id }) => id));
  const byUrl = new Map(sources.flatMap(({ id, origin }) => (origin.url ? [[origin.url, id] as const] : [])));
  const byOwnId = new Map(sources.map(({ id, origin }) => [origin.id, id]));
  let unresolved = 0;
  const resolve = (name: string): string => {
    const id = ids.has(name) ? name : (byUrl.get(name) ?? byOwnId.get(name));
    if (id === undefined) unresolved += 1;
    return id ?? name;
  };
  return {
    items: items.map((item) =>
      item.evidence ? { ...item, evidence: [...new Set(item.evidence.map(resolve))] } : item,
    ),
    unresolved,
  };
};
