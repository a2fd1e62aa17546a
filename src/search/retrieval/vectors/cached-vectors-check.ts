import {
  type Embedder,
  firstWords,
  type ItemKey,
  type Json,
  type Role,
  type Tools,
  WorkError,
} from '../../../core/index.js';
import type { VectorBytes } from './vector-bytes.js';

/**
 * How far apart two vectors of one text by one model may be (see `Distance`). The same weights do not always give the same
 * bits: a server that computes in 16 bits, or quantises activations to 8 bits by the largest of a batch, answers a little
 * differently for every batch, at most about 1e-3. Twice that is allowed. Other weights, another pooling or a missing
 * instruction are further away by a factor of ten and more.
 */
const TOLERANCE = 2e-3;

export type TextsOf = (wanted: ReadonlySet<ItemKey>) => Promise<ReadonlyMap<ItemKey, string>>;

/** Cached vectors of one embedder in one role that were handed out and may not be what it would give today. */
interface Unchecked<Vector> {
  readonly role: Role;
  readonly keys: readonly ItemKey[];
  read(keys: Iterable<ItemKey>, found: (key: ItemKey, vector: Vector) => void): Promise<void>;
  readonly texts: TextsOf;
  whereabouts(): Promise<{ readonly folder: string; readonly lastWritten: Date } | undefined>;
}

/**
 * Makes sure that vectors from the cache and new ones come from the same model: before the first new one is made, a few
 * cached texts are embedded again. Documents count for queries and the other way round, as they are compared with each other.
 */
export interface CachedVectorsCheck<Vector> {
  /** Vectors that were read from the cache; once a role has been checked, no more of it is. */
  add(unchecked: Unchecked<Vector>): void;
  /** Throws where the embedder gives other vectors now. */
  run(tools: Tools): Promise<void>;
}

/** What was checked is remembered with the embedder, however often its vectors are opened. */
const checks = new WeakMap<object, unknown>();

export const checkOf = <Vector>(
  embedder: Embedder<Vector>,
  format: VectorBytes<Vector>,
): CachedVectorsCheck<Vector> => {
  const known = checks.get(embedder) as CachedVectorsCheck<Vector> | undefined;
  const check = known ?? newCheck(embedder, format);
  checks.set(embedder, check);
  return check;
};

const newCheck = <Vector>(
  embedder: Embedder<Vector>,
  format: VectorBytes<Vector>,
): CachedVectorsCheck<Vector> => {
  const waiting = new Map<Role, Unchecked<Vector>>();
  const checked = new Set<Role>();
  let last = Promise.resolve();
  return {
    add: (unchecked) => {
      if (unchecked.keys.length > 0 && !checked.has(unchecked.role)) waiting.set(unchecked.role, unchecked);
    },
    run: (tools) => {
      last = last
        .catch(() => {})
        .then(async () => {
          for (const [role, unchecked] of [...waiting]) {
            if (!(await isSame(unchecked, embedder, format, tools))) continue;
            waiting.delete(role);
            checked.add(role);
          }
        });
      return last;
    },
  };
};

/** Whether the vectors are the same; undecided, and not, where none of the texts could be embedded again. */
const isSame = async <Vector>(
  unchecked: Unchecked<Vector>,
  embedder: Embedder<Vector>,
  format: VectorBytes<Vector>,
  tools: Tools,
): Promise<boolean> => {
  const texts = [...(await unchecked.texts(new Set(unchecked.keys)))];
  const cached = new Map<ItemKey, Vector>();
  await unchecked.read(
    texts.map(([key]) => key),
    (key, vector) => cached.set(key, format.copy(vector)),
  );
  let compared = 0;
  let reason = 'it did not answer';
  const asked = texts.map(([, text]) => text);
  for await (const { embedded, failed } of embedder.embed(asked, unchecked.role, tools)) {
    tools.signal.throwIfAborted();
    reason = failed[0]?.reason ?? reason;
    for (const { place, vector } of embedded) {
      const [key, text] = texts[place]!;
      const before = cached.get(key);
      if (!before) continue;
      compared++;
      const distance = format.distance(before, vector);
      if (distance > TOLERANCE) throw await otherVectors({ unchecked, embedder, text, distance });
    }
  }
  if (compared === 0)
    tools.note(
      `cached vectors could not be compared with what ${nameOf(embedder.spec)} gives now: ${reason}`,
    );
  return compared > 0;
};

const otherVectors = async <Vector>({
  unchecked,
  embedder,
  text,
  distance,
}: {
  readonly unchecked: Unchecked<Vector>;
  readonly embedder: Embedder<Vector>;
  readonly text: string;
  readonly distance: number;
}): Promise<WorkError> => {
  const where = await unchecked.whereabouts();
  const far = Number.isFinite(distance) ? `cosine distance ${distance.toPrecision(2)}` : 'another size';
  const when = where ? ` (last written ${where.lastWritten.toISOString()}, ${where.folder})` : '';
  return new WorkError(
    `the cached vectors are not what the model gives now, and were not mixed with new ones` +
      `\n  Model: ${nameOf(embedder.spec)}` +
      `\n  Cached: the ${unchecked.role} "${firstWords(text, SHOWN).text}"${when}` +
      `\n  Now: another vector for the same text (${far}; up to ${TOLERANCE} counts as rounding)`,
    `if the new vectors are right, ${where ? `delete ${where.folder} (queries and documents have one each)` : 'empty the cache'} or add --no-cache; ` +
      'if the cached vectors are right, restore the weights that made them. Change the `version` of a module or command whenever its weights change',
  );
};

const SHOWN = 8;

/** The fields of a spec that say which model it is. */
const NAMING = ['model', 'name', 'command', 'module', 'version', 'identity', 'folder', 'weights'];

export const nameOf = (spec: Json): string => {
  const fields = typeof spec === 'object' && spec !== null && !Array.isArray(spec) ? spec : {};
  const named = NAMING.filter((field) => field in fields && (fields as Record<string, Json>)[field] !== null);
  return named.length > 0
    ? named.map((field) => `${field} ${JSON.stringify((fields as Record<string, Json>)[field])}`).join(', ')
    : JSON.stringify(spec);
};
