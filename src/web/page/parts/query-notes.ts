import { useMemo, useSyncExternalStore } from 'react';

/** What a reader noted on a query; a line of the JSONL that is stored, exported and imported. */
export interface QueryNote {
  /** Name of the board, which is that of its suite, or `own`. */
  readonly board: string;
  readonly task: string;
  readonly query: string;
  readonly flag: boolean;
  readonly note: string;
  /** When it was last changed. */
  readonly at: string;
}

/** Where a browser keeps them, for each address that a page is opened from. */
const PLACE = 'r2med-notes';

type Place = Pick<QueryNote, 'board' | 'task' | 'query'>;
const keyOf = ({ board, task, query }: Place): string => JSON.stringify([board, task, query]);

export const notesText = (notes: readonly QueryNote[]): string =>
  notes.map((note) => `${JSON.stringify(note)}\n`).join('');

/** Notes of a JSONL text; lines that are none are counted. */
export const parseNotes = (
  text: string,
): { readonly notes: readonly QueryNote[]; readonly wrong: number } => {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const notes = lines.flatMap((line) => noteOf(line) ?? []);
  return { notes, wrong: lines.length - notes.length };
};

const noteOf = (line: string): QueryNote | undefined => {
  try {
    const { board, task, query, flag, note, at } = JSON.parse(line) as Partial<QueryNote>;
    const texts = [board, task, query, note, at];
    return texts.every((text) => typeof text === 'string') && typeof flag === 'boolean'
      ? { board: board!, task: task!, query: query!, flag, note: note!, at: at! }
      : undefined;
  } catch {
    return undefined;
  }
};

/** Both together, one for a query: the later one. A note that says nothing is none. */
export const mergedNotes = (
  before: readonly QueryNote[],
  added: readonly QueryNote[],
): readonly QueryNote[] => {
  const notes = new Map<string, QueryNote>();
  for (const note of [...before, ...added]) {
    const known = notes.get(keyOf(note));
    if (!known || known.at <= note.at) notes.set(keyOf(note), note);
  }
  return [...notes.values()].filter(({ flag, note }) => flag || note !== '');
};

/** What is stored; empty where a browser stores nothing. */
const storedText = (): string => {
  try {
    return window.localStorage.getItem(PLACE) ?? '';
  } catch {
    return '';
  }
};

/** Adds notes to those that are stored, and says whether the browser has stored them. */
export const storeNotes = (added: readonly QueryNote[]): boolean => {
  try {
    const text = notesText(mergedNotes(parseNotes(storedText()).notes, added));
    window.localStorage.setItem(PLACE, text);
    window.dispatchEvent(new Event(PLACE));
    return window.localStorage.getItem(PLACE) === text;
  } catch {
    return false;
  }
};

/** Other tabs tell by `storage`, this one by an event of its own. */
const subscribe = (changed: () => void): (() => void) => {
  for (const name of ['storage', PLACE]) window.addEventListener(name, changed);
  return () => {
    for (const name of ['storage', PLACE]) window.removeEventListener(name, changed);
  };
};

/** All notes that this browser holds for this address. */
export const useNotes = (): readonly QueryNote[] => {
  const text = useSyncExternalStore(subscribe, storedText);
  return useMemo(() => parseNotes(text).notes, [text]);
};

export const hasNotes = (): boolean => storedText() !== '';

export const noteOn = (notes: readonly QueryNote[], place: Place): QueryNote | undefined =>
  notes.find((note) => keyOf(note) === keyOf(place));
