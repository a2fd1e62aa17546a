import { InputError, lookup } from '../../core/index.js';
import {
  type AuditCheck,
  type AuditReport,
  type AuditSeverity,
  SEVERITIES,
} from '../../experiment/record/index.js';
import { auditChecks } from './checks.js';

/** What must not be found: anything as bad as a severity, or more than a number or share by one check. */
export type GateRule =
  | { readonly severity: AuditSeverity }
  | { readonly check: string; readonly most: number; readonly unit: 'count' | 'share' };

/** A finding that does not pass, and why. */
export interface GateFinding {
  readonly name: string;
  readonly reason: string;
}

/** What `--fail-on` and `--accept` call everything that leakage finds. */
const LEAKAGE = 'leakage';

/**
 * A rule as `--fail-on` has it: `error`, `warning`, `note`, a check (`repeated-ids`), or a check with what is
 * still allowed: `near-duplicates>20` of them, `near-duplicates>0.01` or `>1%` of all.
 */
export const gateRule = (text: string): GateRule => {
  const [name = '', limit, ...more] = text.split('>').map((part) => part.trim());
  const severity = SEVERITIES.find((each) => each === name);
  if (severity && limit === undefined) return { severity };
  mustBeFinding(name, [...SEVERITIES, ...FINDINGS]);
  if (limit === undefined) return { check: name, most: 0, unit: 'count' };
  const [, digits, percent] = /^(\d+(?:\.\d+)?|\.\d+)(%?)$/.exec(limit) ?? [];
  if (digits === undefined || severity || more.length > 0)
    throw new InputError({
      found: `"${text}"`,
      expected: 'a check and how much of it is allowed, such as near-duplicates>20 or near-duplicates>0.01',
      fix: 'write a check, > and a number or share',
    });
  if (percent) return { check: name, most: Number(digits) / 100, unit: 'share' };
  return { check: name, most: Number(digits), unit: digits.includes('.') ? 'share' : 'count' };
};

const FINDINGS = [...auditChecks.map(({ name }) => name), LEAKAGE];

export const mustBeFinding = (name: string, known: readonly string[] = FINDINGS): void => {
  lookup('check', Object.fromEntries(known.map((each) => [each, true])), name);
};

/** Refuses rules about a part of the audit that is not asked for: they would hold whatever the task is. */
export const mustBeAsked = (rules: readonly GateRule[], parts: readonly string[]): void => {
  for (const rule of rules) {
    const part = 'check' in rule && rule.check === LEAKAGE ? LEAKAGE : 'checks';
    if (parts.includes(part)) continue;
    throw new InputError({
      found: `a gate on ${'check' in rule ? rule.check : `every ${rule.severity}`} and an audit of ${parts.join(', ')} alone`,
      expected: `an audit with the part ${part}`,
      fix: `add --only ${part}, or leave out --only`,
    });
  }
};

/**
 * What of a report does not pass. A finding that is accepted by name passes. What a rule names and could not be answered does not pass: a
 * check that does not apply, leakage with nothing to compare.
 */
export const gateFindings = (
  report: AuditReport,
  rules: readonly GateRule[],
  accepted: readonly string[] = [],
): readonly GateFinding[] => {
  for (const name of accepted) mustBeFinding(name);
  mustBeAsked(rules, partsOf(report));
  const found = [
    ...report.checks.flatMap((check) => checkFinding(check, rules)),
    ...leakageFinding(report, rules),
  ];
  return found.filter(({ name }) => !accepted.includes(name));
};

const partsOf = ({ settings: { parts } }: AuditReport): readonly string[] =>
  Array.isArray(parts) ? (parts as readonly string[]) : ['checks', LEAKAGE];

const checkFinding = (check: AuditCheck, rules: readonly GateRule[]): readonly GateFinding[] => {
  const { name, severity, found, of, unit, notApplicable } = check;
  const own = rules.filter((rule) => !('severity' in rule) && rule.check === name);
  if (notApplicable !== undefined) return own.length > 0 ? [{ name, reason: notApplicable }] : [];
  // A limit for one check says more than a severity for all.
  const failed =
    own.length > 0
      ? own.some((rule) => isAbove(found, of, rule))
      : found > 0 && rules.some((rule) => 'severity' in rule && isAsBad(severity, rule.severity));
  return failed ? [{ name, reason: `${severity}: ${found} of ${of} ${unit}` }] : [];
};

const leakageFinding = ({ leakage }: AuditReport, rules: readonly GateRule[]): readonly GateFinding[] => {
  const own = rules.filter((rule) => !('severity' in rule) && rule.check === LEAKAGE);
  if (own.length === 0) return [];
  const parts = leakage.flatMap(({ with: other, parts: all }) => all.map((part) => ({ ...part, other })));
  const unknown = [
    ...(leakage.length === 0 ? ['nothing was compared: name collections with --leak-with'] : []),
    ...leakage
      .filter((report) => report.parts.length === 0)
      .map(({ with: other }) => `${other}: no text is long enough to compare`),
  ];
  return [
    ...unknown.map((reason) => ({ name: LEAKAGE, reason })),
    ...parts
      .filter(({ found, of }) => own.some((rule) => isAbove(found, of, rule)))
      .map(({ name, rule, found, of, other }) => ({
        name: LEAKAGE,
        reason: `${found} of ${of} ${name} of ${other} (${rule})`,
      })),
  ];
};

/** A rule for warnings is one for errors too. */
const isAsBad = (found: AuditSeverity, wanted: AuditSeverity): boolean =>
  SEVERITIES.indexOf(found) <= SEVERITIES.indexOf(wanted);

const isAbove = (found: number, of: number, rule: GateRule): boolean => {
  if ('severity' in rule) return false;
  return (rule.unit === 'count' ? found : found / Math.max(of, 1)) > rule.most;
};
