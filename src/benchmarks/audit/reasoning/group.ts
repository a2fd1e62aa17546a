import type { AuditFigure, FigureGroup } from '../../../experiment/record/index.js';

/** A group, or why there is none. */
export type Group = FigureGroup | { readonly missing: string };

/** The mean of a figure of the group by its name; undefined where it could not be computed. */
export type MeanOf = (name: string) => number | undefined;

/** A group of the figures that could be computed. Where there are none it is missing, and `missing` says why. */
export const group = (
  name: string,
  question: string,
  figures: readonly (AuditFigure | undefined)[],
  reading: (mean: MeanOf) => string,
  missing = `${name}: no query has relevant documents and terms`,
): Group => {
  const found = figures.filter((figure) => figure !== undefined);
  if (found.length === 0) return { missing };
  const means = new Map(found.map((figure) => [figure.name, figure.mean]));
  return { name, question, reading: reading((figure) => means.get(figure)), figures: found };
};
