/** A value of JSON in which what is there twice is written once: the names of fields, the values that several refer to, and what is left. */
type Packed = readonly [shapes: readonly (readonly string[])[], shared: readonly unknown[], value: unknown];

interface Node {
  readonly value: unknown;
  readonly parts: readonly Node[];
  /** Of an object: the number of its names of fields. */
  readonly shape: number;
  /** Different nodes that it is part of. */
  uses: number;
  /** Its place among the shared values, once it has one. */
  place?: number;
}

/** Shorter texts are written again. */
const SHORT = 4;

/**
 * The text of a value that `unpacked` reads. Explanations of a query in fifty systems say the same of the same documents: written once, they take a fifth of the room,
 * and compression does not see what is further apart than 32 kB.
 */
export const packed = (value: unknown): string => {
  const shapes = new Map<string, number>();
  const nodes = new Map<string, Node>();
  const ids = new Map<Node, number>();
  const known = (key: string, of: Omit<Node, 'uses'>): Node => {
    const found = nodes.get(key);
    if (found) return found;
    const made = { ...of, uses: 0 };
    nodes.set(key, made);
    ids.set(made, ids.size);
    for (const part of of.parts) part.uses += 1;
    return made;
  };
  const nodeOf = (each: unknown): Node => {
    if (typeof each !== 'object' || each === null)
      return known(JSON.stringify(each) ?? 'null', { value: each, parts: [], shape: 0 });
    const fields = Array.isArray(each) ? [] : Object.entries(each).filter(([, of]) => of !== undefined);
    const parts = (Array.isArray(each) ? each : fields.map(([, of]) => of)).map(nodeOf);
    const names = JSON.stringify(fields.map(([name]) => name));
    const shape = Array.isArray(each) ? 0 : (shapes.get(names) ?? shapes.size + 1);
    if (shape > shapes.size) shapes.set(names, shape);
    return known(`${shape}:${parts.map((part) => ids.get(part)).join()}`, { value: each, parts, shape });
  };
  const shared: unknown[] = [];
  const written = (node: Node): unknown => {
    const { value: of, parts, shape, uses } = node;
    const isLeaf = typeof of !== 'object' || of === null;
    if (isLeaf && (typeof of !== 'string' || uses < 2 || of.length < SHORT)) return of ?? null;
    if (uses < 2) return [shape, ...parts.map(written)];
    if (node.place === undefined) {
      const content = isLeaf ? of : [shape, ...parts.map(written)];
      node.place = shared.push(content) - 1;
    }
    return [-1 - node.place];
  };
  const rest = written(nodeOf(value));
  const content: Packed = [[...shapes.keys()].map((names) => JSON.parse(names)), shared, rest];
  return JSON.stringify(content);
};

/** The value that `packed` has written; equal parts of it are one. */
export const unpacked = (text: string): unknown => {
  const [shapes, shared, value] = JSON.parse(text) as Packed;
  const places: unknown[] = [];
  const read = (each: unknown): unknown => {
    if (!Array.isArray(each)) return each;
    const [first, ...parts] = each as [number, ...unknown[]];
    if (first < 0) return places[-1 - first];
    const values = parts.map(read);
    return first === 0 ? values : Object.fromEntries(shapes[first - 1]!.map((name, i) => [name, values[i]]));
  };
  for (const each of shared) places.push(read(each));
  return read(value);
};
