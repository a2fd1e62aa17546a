/** What stands where there is no number. */
const NONE = '–';

/** A score as R2MED prints it: times 100, two decimals. */
export const scoreText = (score: number | undefined): string =>
  score === undefined ? NONE : (score * 100).toFixed(2);

/** A count with commas between thousands, the same in a terminal, in Markdown and on the page: `10,000`. */
export const countText = (value: number | undefined): string => value?.toLocaleString('en') ?? NONE;

/** What a figure of an audit counts in: a share is from 0 to 1, a rank counts from 1. */
export type FigureUnit = 'share' | 'rank' | 'score' | 'difference' | 'count';

/** A value of a figure of an audit, as precise as its unit bears. */
export const valueText = (value: number, unit: FigureUnit): string => {
  if (unit === 'rank') return Math.round(value).toLocaleString('en');
  if (unit === 'count') return value.toFixed(1);
  if (unit === 'difference') return signed(value, Math.abs(value) < 10 ? 3 : 1);
  return value.toFixed(unit === 'share' ? 3 : 2);
};

/** With its sign, also where it is above 0. */
export const signed = (value: number, digits: number): string =>
  `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value).toFixed(digits)}`;

/** A share in percent; a small one that is not 0 never reads as 0. */
export const share = (part: number, whole: number): string => {
  const percent = whole === 0 ? 0 : (100 * part) / whole;
  return `${percent > 0 && percent < 0.1 ? '<0.1' : percent.toFixed(percent < 10 ? 1 : 0)} %`;
};

/** A score that a stage gave, or a part of it, as it is: two decimals from 10 on, else about four digits. */
const part = (value: number | undefined): string => {
  if (value === undefined) return NONE;
  const size = Math.abs(value);
  const digits = Number.isInteger(value) ? 0 : size >= 10 ? 2 : size >= 1 ? 3 : 4;
  return `${value < 0 ? '−' : ''}${size.toFixed(digits)}`;
};

/** A difference of scores, with its sign; what rounds to zero has both. */
const difference = (value: number | undefined): string => {
  if (value === undefined) return NONE;
  const text = scoreText(Math.abs(value));
  return text === '0.00' ? `±${text}` : `${value > 0 ? '+' : '−'}${text}`;
};

/** An interval of scores: `28.10 to 33.00`. */
const interval = (ends: readonly [number, number] | undefined): string =>
  ends === undefined ? NONE : `${scoreText(ends[0])} to ${scoreText(ends[1])}`;

/** 512 B, 4.1 kB, 23.4 MB. */
const bytes = (value: number | undefined): string => {
  if (value === undefined) return NONE;
  if (value < 1000) return `${Math.round(value)} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  const power = Math.min(Math.floor(Math.log10(value) / 3), units.length);
  return `${(value / 1000 ** power).toFixed(1)} ${units[power - 1]}`;
};

/** 560 M, 7.1 B: parameters of a model. */
const parameters = (value: number | undefined): string => {
  if (value === undefined) return NONE;
  return value < 1e9 ? `${Math.round(value / 1e6)} M` : `${Number((value / 1e9).toFixed(1))} B`;
};

/** $0, $0.0042, $12.30. */
const usd = (value: number | undefined): string => {
  if (value === undefined) return NONE;
  if (value === 0) return '$0';
  return `$${value < 1 ? Number(value.toPrecision(2)) : value.toFixed(2)}`;
};

/** 4 ms, 1.3 s, 2 min. */
const seconds = (value: number | undefined): string => {
  if (value === undefined) return NONE;
  if (value < 1) return `${Number((value * 1000).toPrecision(2))} ms`;
  return value < 120 ? `${Number(value.toPrecision(3))} s` : `${Math.round(value / 60)} min`;
};

/** The p of a test. */
const chance = (p: number): string => (p < 0.0001 ? '< 0.0001' : p.toFixed(4));

/** A value of a figure of an audit, in its unit. */
const figure = (value: number, unit: FigureUnit): string => valueText(value, unit).replace('-', '−');

/** A day, from an ISO date, month or moment. */
const day = (value: string | undefined): string => value?.slice(0, 10) ?? NONE;

/** How numbers are written, everywhere on the page and in what it exports. */
export const format = {
  none: NONE,
  score: scoreText,
  part,
  difference,
  interval,
  count: countText,
  bytes,
  parameters,
  usd,
  seconds,
  chance,
  figure,
  share,
  day,
} as const;
