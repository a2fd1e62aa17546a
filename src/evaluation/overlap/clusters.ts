/** Joins items that belong together (union-find). */
export interface Clusters {
  join(first: number, second: number): void;
  /** The groups of two and more items, each in ascending order, by their first item. */
  groups(): readonly (readonly number[])[];
}

/** Items 0 to `count` − 1, each alone. */
export const clusters = (count: number): Clusters => {
  const parents = Uint32Array.from({ length: count }, (_, i) => i);
  /** The least item of the cluster; the way to it is halved. */
  const root = (item: number): number => {
    let at = item;
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]!]!;
      at = parents[at]!;
    }
    return at;
  };
  return {
    join: (first, second) => {
      const a = root(first);
      const b = root(second);
      parents[Math.max(a, b)] = Math.min(a, b);
    },
    groups: () => {
      const members = new Map<number, number[]>();
      for (let item = 0; item < count; item++) {
        const first = root(item);
        if (first === item) continue;
        const group = members.get(first);
        if (group) group.push(item);
        else members.set(first, [first, item]);
      }
      return [...members.values()].sort((a, b) => a[0]! - b[0]!);
    },
  };
};
