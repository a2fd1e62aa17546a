import { listed } from '../../../core/index.js';
import type { AuditFinding } from '../../audit/index.js';
import type { FamilyParts } from '../assemble/read-parts.js';
import type { SourceText } from '../item.js';
import { findingId } from './finding.js';
import type { Repair } from './repair-row.js';

/** Checks that look for what `collect` holds back, and a person may have released there. */
const PERSONAL = new Set(['personal-data', 'places-and-dates']);

/**
 * Findings about which a person has decided before: texts that were released by `collect`, and findings that `repair` keeps. Gives the reason where this
 * holds for every finding of a check in a task; what is open in one of them is open.
 */
export const settledFindings = (
  findings: readonly AuditFinding[],
  families: ReadonlyMap<string, FamilyParts>,
  sources: readonly SourceText[],
  repairs: readonly Repair[],
): ((task: string, check: string) => string | undefined) => {
  const released = new Map(
    sources.flatMap(({ id, trail = [] }) =>
      trail.flatMap(({ label, by, reason }) =>
        label === 'released' ? [[id, `${by}: ${reason}`] as const] : [],
      ),
    ),
  );
  const kept = new Map(
    repairs
      // A release has relevant documents alone: what was judged not relevant is found unjudged again.
      .filter(({ action }) => action === 'keep' || action === 'not-relevant')
      .map((repair) => [findingId(repair), `${repair.by}: ${repair.reason}`]),
  );
  const reasonOf = (finding: AuditFinding): string | undefined => {
    const decided = kept.get(findingId(finding));
    if (decided !== undefined || !PERSONAL.has(finding.check)) return decided;
    const family = families.get(finding.task);
    const item = family?.items.find(({ id }) => id === finding.query);
    const own = item?.trail.find(({ step, label }) => step === 'collect' && label === 'released');
    if (own) return `${own.by}: ${own.reason}`;
    const sourceOf = (id: string) => family?.passages.find((passage) => passage.id === id)?.source ?? id;
    const texts = (finding.documents ?? []).map((id) => released.get(sourceOf(id)));
    return texts.length > 0 && texts.every((text) => text !== undefined) ? texts[0] : undefined;
  };
  return (task, check) => {
    const own = findings.filter((finding) => finding.task === task && finding.check === check);
    const reasons = own.map(reasonOf);
    if (own.length === 0 || reasons.some((reason) => reason === undefined)) return undefined;
    const shown = [...new Set(reasons as string[])];
    return `decided before: ${listed(shown.slice(0, 3))}${shown.length > 3 ? ` and ${shown.length - 3} more` : ''}`;
  };
};
