import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergedNotes, noteOn, notesText, parseNotes, type QueryNote } from './query-notes.js';

const note = (query: string, text: string, at: string, flag = false): QueryNote => ({
  board: 'sample',
  task: 'Biology',
  query,
  flag,
  note: text,
  at,
});

describe('notes on queries', () => {
  it('are the same after they were written and read, whatever they say', () => {
    const any = fc.record({
      board: fc.string(),
      task: fc.string(),
      query: fc.string(),
      flag: fc.boolean(),
      note: fc.string({ unit: 'binary' }),
      at: fc.string(),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 4 }), (notes) => {
        expect(parseNotes(notesText(notes))).toEqual({ notes, wrong: 0 });
      }),
    );
  });

  it('of a file are read as far as lines are notes, and the others are counted', () => {
    const text = `${notesText([note('q1', 'odd', '2026')])}not a note\n{"query":"q2"}\n\n[]\n`;
    expect(parseNotes(text)).toEqual({ notes: [note('q1', 'odd', '2026')], wrong: 3 });
  });

  it('are one for a query, the later one, and none where nothing is said', () => {
    const before = [note('q1', 'old', '2026-01'), note('q2', 'kept', '2026-03')];
    const added = [note('q1', 'new', '2026-02'), note('q2', 'older', '2026-02'), note('q3', '', '2026-02')];
    expect(mergedNotes(before, added)).toEqual([note('q1', 'new', '2026-02'), note('q2', 'kept', '2026-03')]);
    expect(mergedNotes(before, [note('q1', '', '2026-09')])).toEqual([note('q2', 'kept', '2026-03')]);
    expect(mergedNotes([], [note('q1', '', '2026', true)])).toHaveLength(1);
  });

  it('are found by board, task and query together', () => {
    const notes = [note('q1', 'here', '2026')];
    expect(noteOn(notes, { board: 'sample', task: 'Biology', query: 'q1' })?.note).toBe('here');
    expect(noteOn(notes, { board: 'r2med', task: 'Biology', query: 'q1' })).toBeUndefined();
  });
});
