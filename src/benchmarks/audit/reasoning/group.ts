import type { FigureGroup } from '../../../experiment/record/index.js';
import { type FigureInput, figureOf } from './figure.js';

/** A group, or why there is none. */
export type Group = FigureGroup | { readonly missing: string };

/** The mean of a figure of the group by its name; undefined where it could not be computed. */
type MeanOf = (name: string) => number | undefined;

/** A group of the figures that have values. Where there are none it is missing, and `missing` says why. */
export const group = (
  {
    name,
    question,
    missing,
  }: { readonly name: string; readonly question: string; readonly missing?: string },
  seed: number,
  figures: readonly FigureInput[],
  reading: (mean: MeanOf) => string,
): Group => {
  const found = figures.flatMap((figure) => figureOf(figure, seed) ?? []);
  if (found.length === 0) return { missing: missing ?? `${name}: no query has relevant documents and terms` };
  const means = new Map(found.map((figure) => [figure.name, figure.mean]));
  return { name, question, reading: reading((figure) => means.get(figure)), figures: found };
};

export const percent = (share: number): string =>
  `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;

export const rank = (value: number): string => Math.round(value).toLocaleString('en');

/** A part of a sentence about numbers; nothing unless all of them are known. */
export const clause = (
  values: readonly (number | undefined)[],
  text: (...values: readonly number[]) => string,
): string => (values.every((value) => value !== undefined) ? text(...(values as readonly number[])) : '');

export const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`;
