/** Counts between edges; one edge more than counts. */
interface Histogram {
  readonly edges: readonly number[];
  readonly counts: readonly number[];
}

/** Columns that a drawing has at most: more are lines, not columns. */
const MOST = 15;

/** Joins the bins of a histogram by twos, fives or tens, until its columns are wide enough on an axis of this length. Bins have one width. */
export const columnsOf = ({ edges, counts }: Histogram, axisLength: number): Histogram => {
  const width = (edges.at(-1)! - edges[0]!) / counts.length;
  const joined = [1, 2, 5, 10].find((size) => axisLength / (width * size) <= MOST) ?? 20;
  const starts = counts.map((_, i) => i).filter((i) => i % joined === 0);
  return {
    edges: [...starts.map((i) => edges[i]!), edges.at(-1)!],
    counts: starts.map((i) => counts.slice(i, i + joined).reduce((sum, count) => sum + count, 0)),
  };
};
