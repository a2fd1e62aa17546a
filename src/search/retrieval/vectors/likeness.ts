import type { JsonObject } from '../../../core/index.js';
import type { VectorBytes } from './vector-bytes.js';

/** Whether vectors tell texts apart at all. */
export interface Likeness<Vector> {
  /** The vector of a text that was not added before. `name` says which, for people. */
  add(vector: Vector, name: () => string): void;
  /** Why the vectors are useless, as a fact of that name, and two texts with one vector; nothing where they are not. */
  facts(name: string): JsonObject;
}

/** Vectors that are compared with all others: enough to know a model by. */
const COMPARED = 200;
/** Fewer texts than this may be alike by chance. */
const FEWEST = 20;

/** Distinct texts seldom have equal vectors: where most of them do, the model does not read them. */
export const likeness = <Vector>({ write, isZero }: VectorBytes<Vector>): Likeness<Vector> => {
  let count = 0;
  let zero = true;
  let same = true;
  let first = new Uint8Array();
  let example: readonly [() => string, () => string] | undefined;
  const seen = new Map<number, () => string>();
  const said = (): string | undefined => {
    if (count === 0) return undefined;
    if (zero) return 'all zero';
    if (same && count > 1) return 'all the same';
    const compared = Math.min(count, COMPARED);
    return compared >= FEWEST && seen.size * 2 < compared
      ? `only ${seen.size} different ones for ${compared} texts`
      : undefined;
  };
  return {
    add: (vector, name) => {
      count++;
      zero &&= isZero(vector);
      if (count > COMPARED && !same) return;
      const bytes = write(vector);
      if (count === 1) first = bytes.slice();
      else same &&= isEqual(first, bytes);
      if (count > COMPARED) return;
      const key = hashOf(bytes);
      const earlier = seen.get(key);
      if (earlier === undefined) seen.set(key, name);
      else example ??= [earlier, name];
    },
    facts: (name) => {
      const found = said();
      return found
        ? { [name]: found, ...(example && { [`${name}Alike`]: example.map((each) => each()) }) }
        : {};
    },
  };
};

/** FNV-1a. Two of 200 different vectors have one hash in one of 200,000 cases, which changes nothing here. */
const hashOf = (bytes: Uint8Array): number =>
  bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193), 0x811c9dc5);

const isEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);
