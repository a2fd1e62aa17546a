import {
  counted,
  type Embedder,
  failedIn,
  failedWork,
  type ItemKey,
  type JsonObject,
  readingSpeed,
  type Tools,
  WorkError,
} from '../../../core/index.js';
import { type CorpusTexts, someTexts } from './corpus-texts.js';
import { wrongOrderOf } from './known-order.js';
import { likeness } from './likeness.js';
import type { Failure, StoredVectors } from './stored-vectors.js';
import type { VectorBytes } from './vector-bytes.js';

/** Texts handed to an embedder at once: enough that it seldom waits between them, few enough to hold. */
const TEXTS_AT_ONCE = 65_536;
const NAMED = 3;
/** Between two looks at the speed: a GPU makes thousands of vectors a second. */
const STATUS_MS = 100;

/**
 * Hands over the vector of every distinct text of a corpus, those made before first. A text that could not be embedded
 * is counted and its documents are named; they are never returned. Stops where no text could be embedded.
 */
export const corpusVectors = async <Vector>(
  name: string,
  texts: CorpusTexts,
  vectors: StoredVectors<Vector>,
  format: VectorBytes<Vector>,
  tools: Tools,
  found: (place: number, vector: Vector) => void,
): Promise<{ readonly facts: JsonObject }> => {
  const began = tools.now();
  const placeOf = new Map(texts.keys.map((key, place) => [key, place]));
  const missing = new Set(texts.keys);
  const alike = likeness(format);
  const hand = (key: ItemKey, vector: Vector): void => {
    if (!missing.delete(key)) return;
    const place = placeOf.get(key)!;
    alike.add(vector, () => texts.ids[texts.textOf.indexOf(place)]!);
    found(place, vector);
  };
  await vectors.read(texts.keys, hand, (wanted) => someTexts(texts, wanted));
  const embedded = missing.size;
  const failures: Failure[] = [];
  const speed = readingSpeed(vectors.work, tools);
  let shownAgain = 0;
  if (embedded > 0) {
    const progress = tools.progress(`${name}: embedding documents`, embedded);
    try {
      for await (const some of texts.texts(new Set(missing), TEXTS_AT_ONCE))
        failures.push(
          ...(await vectors.make(some, (key, vector) => {
            hand(key, vector);
            progress.advance();
            if (tools.now() >= shownAgain) {
              progress.status(speed.text());
              shownAgain = tools.now() + STATUS_MS;
            }
          })),
        );
    } finally {
      progress.done();
    }
  }
  texts.forget();
  const reason = failures[0]?.reason ?? '';
  if (texts.keys.length > 0 && missing.size === texts.keys.length) throw nothingEmbedded(name, texts, reason);
  const failed = new Set(failures.map(({ key }) => placeOf.get(key)!));
  const lost = texts.ids.filter((_, document) => failed.has(texts.textOf[document]!));
  if (lost.length > 0)
    tools.note(
      `${name}: ${counted(lost.length, 'document')} without a vector, never found: ` +
        `${lost.slice(0, NAMED).join(', ')}${lost.length > NAMED ? ', …' : ''} (${reason})`,
    );
  return {
    facts: {
      documents: texts.ids.length,
      distinctTexts: texts.keys.length,
      embedded: embedded - failed.size,
      embedSeconds: (tools.now() - began) / 1000,
      ...(embedded > 0 && speed.facts),
      notEmbedded: lost.length,
      ...(lost.length > 0 && { notEmbeddedFirst: lost.slice(0, NAMED) }),
      ...alike.facts('documentVectors'),
      ...failedWork('documents without a vector', lost.length, reason),
    },
  };
};

const nothingEmbedded = (name: string, { ids }: CorpusTexts, reason: string): WorkError =>
  new WorkError(
    `${name}: none of the ${ids.length} documents could be embedded: ${reason}`,
    'correct the model, then run the same command again',
  );

/** What an embedder says it took, for a record. */
export const usageFacts = (embedder: Pick<Embedder<unknown>, 'usage'>): JsonObject => {
  const { cut, ...spent } = embedder.usage();
  const wrongOrder = wrongOrderOf(embedder);
  return { embedder: { cut: { ...cut }, ...spent, ...(wrongOrder && { wrongOrder }) } };
};

/** What parts of a search say, as one, with the failed work of all of them. */
export const joinedFacts = (...parts: readonly JsonObject[]): JsonObject => ({
  ...Object.assign({}, ...parts),
  ...failedIn(...parts),
});
