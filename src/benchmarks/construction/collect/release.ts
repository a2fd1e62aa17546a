import { z } from 'zod';
import { InputError } from '../../../core/index.js';
import { personalDataKinds } from '../../personal-data/index.js';
import { readYamlFile } from '../yaml-file.js';

const KINDS = personalDataKinds.map(({ name }) => name);

/** A person who looked at flagged texts and lets them pass, and why. */
export const Release = z
  .strictObject({
    /** As the work folder names them, with the prefix. */
    ids: z.array(z.string().min(1)).min(1).optional(),
    /** Every text of the mapping, as for published books. */
    all: z.literal(true).optional(),
    /** Only findings of these kinds; all kinds unless it is said. */
    kinds: z.array(z.enum(KINDS)).min(1).optional(),
    reviewer: z.string().min(1),
    reason: z.string().min(1),
  })
  .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), 'either ids or all: true');
export type Release = z.infer<typeof Release>;

/** A file of releases: a list of ids, reviewer and reason. */
export const readReleases = (file: string): Promise<readonly Release[]> =>
  readYamlFile(file, z.array(Release), {
    expected: 'a list of {ids: […], reviewer: …, reason: …}',
    fix: 'see "Personal data" in docs/build.md',
  });

/** A released id that no row has is a mistake of spelling: the text that was meant would stay held. */
export const mustNameRows = (releases: readonly Release[], ids: ReadonlySet<string>): void => {
  const unknown = releases.flatMap((release) => release.ids ?? []).find((id) => !ids.has(id));
  if (unknown !== undefined)
    throw new InputError({
      found: `a release of ${JSON.stringify(unknown)}, which no row is called`,
      expected: 'ids as collect.held.jsonl has them',
    });
};
