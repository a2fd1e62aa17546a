import type { AuditSeverity } from '../../../../experiment/record/index.js';
import type { AuditRow } from '../../../page-data/index.js';

const SHAPES: Readonly<Record<AuditSeverity, string>> = { error: '✕', warning: '▲', note: '●' };

/** How bad a finding is, by shape, colour and word. */
export const Severity = ({ of }: { of: AuditSeverity }) => (
  <span className={`severity ${of}`}>
    <span aria-hidden="true">{SHAPES[of]} </span>
    {of}
  </span>
);

/** Whether a task is sound: the worst that was found decides. */
export const Soundness = ({ row: { soundness, found, checks } }: { row: AuditRow }) => {
  const worst = found.error > 0 ? 'error' : found.warning > 0 ? 'warning' : checks > 0 ? 'sound' : 'note';
  return (
    <span className={`severity ${worst}`}>
      <span aria-hidden="true">{worst === 'sound' ? '✓' : SHAPES[worst]} </span>
      {soundness}
    </span>
  );
};

/** Marks an audit whose task has changed since. */
export const Stale = () => (
  <span className="pill stale" title="The task on this machine is not the one that was audited">
    stale
  </span>
);
