import { useEffect, useRef } from 'react';
import { format } from '../../../../platform/tables/index.js';
import type { LeaderboardRow } from '../../../page-data/index.js';
import { changeState } from '../../address.js';
import { Kind } from '../../parts/kind.js';
import { RowFacts } from '../../parts/row-facts.js';

/** Where a row is from, how it was run, and what must be known before it is compared. */
export const AboutRow = ({ row, measure }: { row: LeaderboardRow; measure: string }) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="about-row"
      aria-labelledby="about-row-title"
      onClose={() => changeState({ about: undefined }, true)}
    >
      <h2 id="about-row-title">{row.name}</h2>
      <p className="note">
        <Kind kind={row.kind} /> · {row.source.title}
        {row.mean !== undefined && ` · ${measure} ${format.score(row.mean)}`}
        {row.interval && ` (95 % interval ${format.interval(row.interval)})`}
      </p>
      <RowFacts row={row} />
      <button type="button" className="action" onClick={() => dialog.current?.close()}>
        Close
      </button>
    </dialog>
  );
};
