import { commandLine, counted, groupBy, InputError, WorkError } from '../../../core/index.js';
import type { AuditReport, AuditSeverity } from '../../../experiment/record/index.js';
import { gateFindings, gateRule, mustBeFinding } from '../../audit/index.js';
import { buildLine } from '../build-line.js';
import { forbids } from './licences.js';
import { type ReleaseTask, textsOf } from './release-task.js';

/** What speaks against a release. */
export interface Blocker {
  /** As `accept` names it: a check of the audit, or `licence`. */
  readonly name: string;
  readonly task: string;
  readonly reason: string;
}

/** What `accept` calls texts whose licence forbids a release. */
export const LICENCE = 'licence';

/** What the audit found and what licences forbid. */
export const blockersOf = (
  tasks: readonly ReleaseTask[],
  audits: readonly AuditReport[],
  failOn: AuditSeverity,
): readonly Blocker[] => [
  ...tasks.flatMap(licenceBlockers),
  ...audits.flatMap((report) =>
    gateFindings(report, [gateRule(failOn)]).map(({ name, reason }) => ({
      name,
      task: report.task.name,
      reason,
    })),
  ),
];

const licenceBlockers = (task: ReleaseTask): readonly Blocker[] =>
  [...groupBy(textsOf(task), ({ origin }) => origin.licence)].flatMap(([licence, { length }]) => {
    const why = forbids(licence);
    const reason = `${counted(length, 'text')} under "${licence}": ${why}`;
    return why ? [{ name: LICENCE, task: task.name, reason }] : [];
  });

/** Refuses a release that something speaks against that was not accepted; gives what was accepted, each with its reason. */
export const mustBeAccepted = (
  blockers: readonly Blocker[],
  accept: Readonly<Record<string, string>>,
  candidate: string,
  settled: (task: string, check: string) => string | undefined = () => undefined,
): readonly (Blocker & { readonly accepted: string })[] => {
  const reasons = new Map(Object.entries(accept));
  for (const [name, reason] of reasons) {
    if (name !== LICENCE) mustBeFinding(name);
    if (reason.trim() === '')
      throw new InputError({
        found: `no reason for accepting ${name}`,
        expected: 'why the finding does no harm, for the card',
        fix: `write --accept '{"${name}": "…"}'`,
      });
  }
  const reasonOf = ({ name, task }: Blocker) => reasons.get(name) ?? settled(task, name);
  const open = blockers.filter((blocker) => reasonOf(blocker) === undefined);
  if (open.length > 0)
    throw new WorkError(
      `build assemble: no release, since ${open.map(({ name, task, reason }) => `${name} (${task}: ${reason})`).join('; ')}`,
      `look at them (${commandLine('audit', '--data', `${candidate}/${open[0]!.task}`)}), and repair them (${buildLine('repair')}) or what made them; or accept them by name with a reason: --accept '{"${open[0]!.name}": "…"}'`,
    );
  return blockers.map((blocker) => ({ ...blocker, accepted: reasonOf(blocker)! }));
};
