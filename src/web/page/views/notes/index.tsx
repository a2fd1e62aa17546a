import './notes.css';
import { type ChangeEvent, useState } from 'react';
import { counted } from '../../../../core/index.js';
import { format } from '../../../../platform/tables/index.js';
import { keyOf, type SiteIndex } from '../../../page-data/index.js';
import { linkTo } from '../../address.js';
import { DataTable } from '../../parts/data-table.js';
import {
  hasNotes,
  notesText,
  parseNotes,
  type QueryNote,
  storeNotes,
  useNotes,
} from '../../parts/query-notes.js';
import { Name } from '../../parts/texts.js';
import { Empty } from '../../states.js';
import type { View, ViewProps } from '../../view.js';

const NotesView = ({ index }: ViewProps) => {
  const notes = useNotes();
  const [said, setSaid] = useState('');
  const take = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = target.files ?? [];
    if (!file) return;
    const { notes: read, wrong } = parseNotes(await file.text());
    const stored = storeNotes(read);
    const lines =
      wrong > 0
        ? ` ${counted(wrong, 'line is no note and was', 'lines are no notes and were')} left out.`
        : '';
    setSaid(stored ? `${counted(read.length, 'note')} read.${lines}` : 'This browser has stored nothing.');
    target.value = '';
  };
  return (
    <>
      <h1>What did you note?</h1>
      <p className="lead">
        Flags and notes on queries. They are in this browser alone, for pages from{' '}
        <code>{window.location.protocol === 'file:' ? 'files' : window.location.origin}</code>: another port
        or machine has others. Export them to keep them or to hand them on.
      </p>
      <div className="tools no-print">
        {notes.length > 0 && (
          <a
            className="action"
            download="r2med-notes.jsonl"
            href={`data:application/jsonl;charset=utf-8,${encodeURIComponent(notesText(notes))}`}
          >
            Export as JSONL
          </a>
        )}
        <label className="action">
          Import JSONL{' '}
          <input type="file" accept=".jsonl,.json,.ndjson" className="visually-hidden" onChange={take} />
        </label>
        <span className="note" role="status">
          {said}
        </span>
      </div>
      {notes.length === 0 ? (
        <Empty title="No notes yet" within>
          <p>
            Open a query, and write a note or press <kbd>f</kbd> to flag it.
          </p>
        </Empty>
      ) : (
        <DataTable
          label="Notes"
          className="plain notes"
          rows={notes.toSorted((a, b) => (a.at < b.at ? 1 : -1))}
          keyOf={({ board, task, query }) => JSON.stringify([board, task, query])}
          columns={[
            ['Query', (note) => <Name href={linkOf(note, index)}>{note.query}</Name>],
            ['Task', ({ task }) => <bdi>{task}</bdi>, 'text'],
            ['Flag', ({ flag }) => (flag ? '⚑ flagged' : ''), 'text'],
            ['Note', ({ note }) => <span dir="auto">{note}</span>, { text: true, className: () => 'said' }],
            ['Changed', ({ at }) => format.day(at), 'text'],
          ]}
        />
      )}
    </>
  );
};

/** Undefined where the page does not have the task. */
const linkOf = ({ board, task, query }: QueryNote, { boards, tasks }: SiteIndex): string | undefined => {
  const key = boards.find(({ name }) => name === board)?.key;
  const found = tasks.find((each) => each.name === task && each.board === key);
  return found && linkTo('query', [found.key, keyOf(query)], { board });
};

/** What did the reader note on queries? */
export const notes: View = {
  name: 'notes',
  title: 'Notes',
  listed: hasNotes,
  everyBoard: true,
  Component: NotesView,
};
