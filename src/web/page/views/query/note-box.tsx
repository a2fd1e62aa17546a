import { useState } from 'react';
import type { QueryPage } from '../../../page-data/index.js';
import { linkTo } from '../../address.js';
import { Action } from '../../parts/action.js';
import { noteOn, storeNotes, useNotes } from '../../parts/query-notes.js';
import { useKeys } from '../../parts/typing.js';

/** The reader's own flag and note on a query. */
export const NoteBox = ({ page: { taskName, id }, board }: { page: QueryPage; board: string }) => {
  const notes = useNotes();
  const place = { board, task: taskName, query: id };
  const { flag = false, note = '' } = noteOn(notes, place) ?? {};
  const [refused, setRefused] = useState(false);
  const change = (to: { flag?: boolean; note?: string }): void =>
    setRefused(!storeNotes([{ ...place, flag, note, ...to, at: new Date().toISOString() }]));
  useKeys(({ key }) => {
    if (key === 'f') change({ flag: !flag });
  });
  return (
    <section className="note-box no-print" aria-label="Your note">
      <Action aria-pressed={flag} aria-keyshortcuts="f" onClick={() => change({ flag: !flag })}>
        <span aria-hidden="true">{flag ? '⚑' : '⚐'} </span>
        {flag ? 'Flagged' : 'Flag'} <kbd>f</kbd>
      </Action>
      <textarea
        aria-label="Note on this query"
        placeholder="Note on this query"
        rows={note.includes('\n') || note.length > 90 ? 4 : 1}
        value={note}
        onChange={({ target }) => change({ note: target.value })}
      />
      {notes.length > 0 && (
        <a className="note" href={linkTo('notes')}>
          all notes
        </a>
      )}
      {refused && (
        <p className="note" role="alert">
          This browser has stored nothing: a private window, or no room left.
        </p>
      )}
    </section>
  );
};
