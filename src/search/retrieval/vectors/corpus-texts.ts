import type { Corpus, DocId, ItemKey } from '../../../core/index.js';
import { DOCUMENT_TEXTS, type DocumentText } from '../retriever-settings.js';

/** The documents of a corpus, and the distinct texts among them. Texts themselves are held only until `forget`, and only those of a small corpus. */
export interface CorpusTexts {
  readonly ids: readonly DocId[];
  /** For each document, which distinct text it has. */
  readonly textOf: Uint32Array;
  readonly keys: readonly ItemKey[];
  /** The text of these keys, some at a time, each once. */
  texts(wanted: ReadonlySet<ItemKey>, atOnce: number): AsyncIterable<ReadonlyMap<ItemKey, string>>;
  /** What is wanted later is read from the corpus again. */
  forget(): void;
}

/** Of all texts that are handed over at once. */
const CHARACTERS_AT_ONCE = 1 << 26;

/** A repeated id is one document: its last text wins and keeps the first row's position, as `documentsById` says. */
export const corpusTexts = async (
  corpus: Corpus,
  documentText: DocumentText,
  keyOf: (text: string) => ItemKey,
): Promise<CorpusTexts> => {
  const textOf = DOCUMENT_TEXTS[documentText];
  const keyById = new Map<DocId, ItemKey>();
  // As many as are handed over at once, so that an embedder need not wait until the corpus is read a second time.
  let held: Map<ItemKey, string> | undefined = new Map();
  let heldCharacters = 0;
  const keyed = async function* (): AsyncGenerator<Iterable<readonly [ItemKey, string, DocId]>> {
    for await (const rows of corpus.rows())
      yield rows.map((row) => {
        const text = textOf(row);
        return [keyOf(text), text, row.id] as const;
      });
  };
  for await (const rows of keyed())
    for (const [key, text, id] of rows) {
      keyById.set(id, key);
      heldCharacters += text.length;
      if (heldCharacters > CHARACTERS_AT_ONCE) held = undefined;
      held?.set(key, text);
    }
  const placeOf = new Map<ItemKey, number>();
  const places = new Uint32Array(keyById.size);
  let document = 0;
  for (const key of keyById.values()) {
    if (!placeOf.has(key)) placeOf.set(key, placeOf.size);
    places[document++] = placeOf.get(key)!;
  }
  return {
    ids: [...keyById.keys()],
    textOf: places,
    keys: [...placeOf.keys()],
    async *texts(wanted, atOnce) {
      const done = new Set<ItemKey>();
      let some = new Map<ItemKey, string>();
      let characters = 0;
      if (wanted.size === 0) return;
      for await (const rows of held ? [held] : keyed())
        for (const [key, text] of rows) {
          if (!wanted.has(key) || done.has(key)) continue;
          done.add(key);
          some.set(key, text);
          characters += text.length;
          if (some.size === atOnce || characters > CHARACTERS_AT_ONCE || done.size === wanted.size) {
            yield some;
            some = new Map();
            characters = 0;
          }
          if (done.size === wanted.size) return;
        }
      if (some.size > 0) yield some;
    },
    forget: () => {
      held = undefined;
    },
  };
};

export const someTexts = async (
  { texts }: CorpusTexts,
  wanted: ReadonlySet<ItemKey>,
): Promise<ReadonlyMap<ItemKey, string>> => {
  for await (const all of texts(wanted, wanted.size)) return all;
  return new Map();
};
