import type { CSSProperties } from 'react';
import { type FailureKind, failureKinds } from '../../../../analysis/failures/index.js';
import { format } from '../../../../platform/tables/index.js';
import type { SystemOutcomes } from '../../../page-data/index.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { Name } from '../../parts/texts.js';
import { KINDS, type Outcome } from './kinds-of.js';

/** A system with how all its queries came out. */
export interface SystemKinds {
  readonly of: SystemOutcomes;
  readonly outcomes: readonly Outcome[];
  readonly counts: Readonly<Record<FailureKind, number>>;
}

interface KindsTableProps {
  systems: readonly SystemKinds[];
  /** Key of the system whose queries are listed. */
  chosen: string;
  kind: FailureKind | undefined;
  link: (system: string, kind?: FailureKind) => string;
}

/** How many queries of each kind every system has; a count leads to its queries. */
export const KindsTable = ({ systems, chosen, kind, link }: KindsTableProps) => {
  // What no system has needs no column.
  const shown = KINDS.filter((each) => systems.some(({ counts }) => counts[each] > 0));
  return (
    <DataTable
      label="Kinds of failure by system"
      className="plain kinds"
      rows={systems}
      keyOf={({ of }) => of.system}
      rowClass={({ of }) => (of.system === chosen ? 'chosen' : undefined)}
      columns={[
        ['System', ({ of }) => <Name href={link(of.system)}>{of.name}</Name>],
        ...shown.map(
          (each): Column<SystemKinds> => [
            failureKinds[each].title,
            ({ of, outcomes, counts }) => (
              <a
                href={link(of.system, each)}
                className={counts[each] === 0 ? 'zero' : undefined}
                aria-current={of.system === chosen && each === kind ? 'true' : undefined}
                style={{ '--a': each === 'found' ? 0 : counts[each] / outcomes.length } as CSSProperties}
              >
                {format.count(counts[each])} <small>{format.share(counts[each], outcomes.length)}</small>
              </a>
            ),
          ],
        ),
        ['Queries', ({ outcomes }) => format.count(outcomes.length)],
      ]}
    />
  );
};
