import { z } from 'zod';
import { InputError } from '../../../core/index.js';
import { findPersonalData, type PersonalDataFinding, personalDataKinds } from '../../personal-data/index.js';
import type { BuildItem, Decision, Held, SourceText } from '../item.js';
import { readYamlFile } from '../yaml-file.js';

const KINDS = personalDataKinds.map(({ name }) => name);

/** A person who looked at flagged texts and lets them pass, and why. */
export const Release = z
  .strictObject({
    /** As the work folder names them, with the prefix. */
    ids: z.array(z.string().min(1)).min(1).optional(),
    /** Every text of the mapping, as for published books. */
    all: z.literal(true).optional(),
    /** Only findings of these kinds; all kinds by default. */
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
    fix: 'see "Personal data" in docs/reference/build-steps.md',
  });

/** A released id that no row has is a mistake of spelling: the text that was meant would stay held. */
export const mustNameRows = (releases: readonly Release[], ids: ReadonlySet<string>): void => {
  const unknown = releases.flatMap((release) => release.ids ?? []).find((id) => !ids.has(id));
  if (unknown !== undefined)
    throw new InputError({
      found: `a release of ${JSON.stringify(unknown)}, which no row is called`,
      expected: 'ids as collect.held.jsonl has them',
      fix: 'copy the id from collect.held.jsonl',
    });
};

type Finding = NonNullable<Held['findings']>[number];

/** A mark of something removed identifies no person. */
const MASKED = 'masked';

/** Looks for personal data in all texts of a row. Ids, addresses and links are left out: every address is a finding. */
export const checkTexts = (
  row: BuildItem | SourceText,
  releases: readonly Release[],
  find: (text: string) => readonly PersonalDataFinding[] = findPersonalData,
) => {
  const all = textsOf(row).flatMap(([where, text]) =>
    find(text).map((finding) => ({ where, kind: finding.kind, text: finding.text, reason: finding.reason })),
  );
  const findings = all.filter(({ kind }) => kind !== MASKED);
  const concerns = ({ ids, all: every, kinds }: Release, { kind }: Finding): boolean =>
    (every || ids?.includes(row.id) === true) && (kinds === undefined || kinds.some((each) => each === kind));
  const released = releases.flatMap((release): readonly Decision[] => {
    const covered = findings.filter((finding) => concerns(release, finding));
    if (covered.length === 0) return [];
    const shown = covered.map(({ kind, text }) => `${kind} ${JSON.stringify(text)}`).join(', ');
    return [
      { step: 'collect', label: 'released', reason: `${release.reason} (${shown})`, by: release.reviewer },
    ];
  });
  return {
    /** Findings without a release; without any, the row may go on. */
    held: findings.filter((finding) => !releases.some((release) => concerns(release, finding))),
    /** The releases that it needed, for its trail. */
    released,
    /** Whether something was removed from its texts before. */
    masked: all.length > findings.length,
  };
};

export const textsOf = (row: BuildItem | SourceText): readonly (readonly [where: string, text: string])[] =>
  'trail' in row && 'family' in row
    ? [
        ['text', row.text],
        ...(row.options ?? []).map(({ label, text }) => [`option ${label}`, text] as const),
        ...(row.answer === undefined ? [] : [['answer', row.answer] as const]),
        ...(row.diagnosis ? [['diagnosis', row.diagnosis.name] as const] : []),
      ]
    : [
        ['text', row.text],
        ...('title' in row && row.title !== undefined ? [['title', row.title] as const] : []),
      ];
