import { z } from 'zod';
import { InputError } from '../../../core/index.js';
import { countsOf, heldCounts } from '../item.js';
import { defineStep } from '../step.js';
import { collectRows } from './collect-rows.js';
import { resolvedEvidence } from './links.js';
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
  ner: z
    .string()
    .min(1)
    .optional()
    .describe('model that looks for personal data besides the rules: command:"…", served:URL, onnx:FOLDER'),
});

export const collect = defineStep({
  name: 'collect',
  help: 'read questions, posts, cases and sources, by mapping files',
  example: '--mapping exam.yaml,textbook.yaml',
  paths: ['mapping'],
  reads: [],
  writes: ['items', 'sources', 'collect.held', 'links'],
  settings,
  fileSettings: ['mapping', 'release'],
  files: async ({ mapping, release }) => {
    const mappings = await Promise.all(mapping.map(readMapping));
    return [...mappings.flatMap(({ file, files }) => [file, ...files]), ...(release ? [release] : [])];
  },
  run: async ({ settings: { mapping, release, ner }, work, tools, entityFinder }) => {
    const mappings = await Promise.all(mapping.map(readMapping));
    const collected = await collectRows(
      mappings,
      release ? await readReleases(release) : [],
      tools,
      ner === undefined ? undefined : await entityFinder!(ner),
    );
    if (collected.rows === 0)
      throw new InputError({
        found: `no rows in the files of ${mapping.join(', ')}`,
        expected: 'one question, post, case or source at least',
        fix: `look at ${mappings.flatMap(({ files }) => files).join(', ')}, or name other files in the mapping`,
      });
    const { items, links } = resolvedEvidence(collected.items, collected.sources);
    const unresolved = links.filter(({ source }) => source === undefined).length;
    if (unresolved > 0)
      tools.note(
        `${unresolved} links of items lead to no collected source, by its id or url: see ${work.folder}/links.jsonl`,
      );
    await work.write('links', links);
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
