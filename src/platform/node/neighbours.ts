/** Rows that follow each other in a file, and where they are among those wanted: from `from` to before `to`. */
export interface Neighbours {
  readonly first: number;
  readonly from: number;
  readonly to: number;
}

/** Rows that ascend, in as few reads as there are gaps between them. */
export function* neighboursIn(rows: Uint32Array): Generator<Neighbours> {
  for (let from = 0, to = 0; from < rows.length; from = to) {
    const first = rows[from]!;
    for (to = from + 1; to < rows.length && rows[to] === first + to - from; ) to++;
    yield { first, from, to };
  }
}
