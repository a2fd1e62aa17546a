import { findPersonalData } from '../../personal-data/index.js';
import type { BuildItem, Decision, Held, SourceText } from '../item.js';
import type { Release } from './release.js';

type Finding = NonNullable<Held['findings']>[number];

/** A mark of something removed identifies nobody. */
const MASKED = 'masked';

/** Looks for personal data in all texts of a row. Ids, addresses and links are left out: every address is a finding. */
export const checkTexts = (row: BuildItem | SourceText, releases: readonly Release[]) => {
  const all = textsOf(row).flatMap(([where, text]) =>
    findPersonalData(text).map((finding) => ({
      where,
      kind: finding.kind,
      text: finding.text,
      reason: finding.reason,
    })),
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

const textsOf = (row: BuildItem | SourceText): readonly (readonly [where: string, text: string])[] =>
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
