import { fullText, type Task } from '../../../core/index.js';

/** What a text is in its collection; `texts` where nothing is known of it, as in a training file. */
export type TextRole = 'queries' | 'documents' | 'answers' | 'texts';

export interface CollectionText {
  readonly id: string;
  readonly text: string;
}

export interface CollectionPart {
  readonly role: TextRole;
  /** All of them, in the same order on every call: they are read a second time for what findings show. */
  read(): Iterable<CollectionText> | AsyncIterable<CollectionText>;
}

/** A collection of texts, streamed: a task, a suite, a file, a folder. */
export interface TextCollection {
  /** As reports name it. */
  readonly name: string;
  readonly parts: readonly CollectionPart[];
  /** What its reader should know, each a sentence. */
  readonly notes?: readonly string[];
}

/** A task as a collection: its queries, its documents with their titles, and its reference answers. */
export const collectionOfTask = (task: Task): TextCollection => ({
  name: task.name,
  parts: [
    { role: 'queries', read: () => task.queries.map(({ id, text }) => ({ id, text })) },
    {
      role: 'documents',
      async *read() {
        for await (const rows of task.corpus.rows())
          for (const row of rows) yield { id: row.id, text: fullText(row) };
      },
    },
    {
      role: 'answers',
      read: () => [...task.labels].flatMap(([id, { answer }]) => (answer ? [{ id, text: answer }] : [])),
    },
  ],
});

/** Several collections as one, such as the tasks of a suite; ids get the collection's name before them. */
export const joinedCollections = (name: string, collections: readonly TextCollection[]): TextCollection => ({
  name,
  parts: collections.flatMap(({ name: from, parts }) =>
    parts.map(({ role, read }) => ({
      role,
      async *read() {
        for await (const { id, text } of read()) yield { id: `${from}/${id}`, text };
      },
    })),
  ),
  notes: collections.flatMap(({ name: from, notes = [] }) => notes.map((note) => `${from}: ${note}`)),
});

/** The roles of a collection, each once, in the order of its parts. */
export const rolesOf = ({ parts }: TextCollection): readonly TextRole[] => [
  ...new Set(parts.map(({ role }) => role)),
];

export async function* textsOf({ parts }: TextCollection, role: TextRole): AsyncGenerator<CollectionText> {
  for (const part of parts) if (part.role === role) yield* part.read();
}

/** The texts at some places of a role, counted from 0; it reads no further than the last of them. */
export const textsAt = async (
  collection: TextCollection,
  role: TextRole,
  places: ReadonlySet<number>,
): Promise<ReadonlyMap<number, CollectionText>> => {
  const found = new Map<number, CollectionText>();
  let place = 0;
  if (places.size > 0)
    for await (const text of textsOf(collection, role)) {
      if (places.has(place)) found.set(place, text);
      if (found.size === places.size) break;
      place += 1;
    }
  return found;
};
