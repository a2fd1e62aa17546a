import { isIP } from 'node:net';
import { InvalidArgumentError } from 'commander';
import { addressesIn, InputError, own, shownAddress, splitOutside } from '../../core/index.js';

type Texts = readonly string[];

/** Collects a repeatable flag; names may also be separated by commas outside brackets and quotes. */
export const collect = (value: string, earlier: Texts = []): Texts => {
  const names: string[] = [];
  for (const part of (splitOutside(value, ',') ?? [value]).map((each) => each.trim())) {
    // A further address of `served:`, or an argument of a command whose quotes the shell has removed.
    const goesOn = /^https?:/.test(part) || names.at(-1)?.match(/^command:[^"]/);
    if (goesOn && names.length > 0) names.push(`${names.pop()},${part}`);
    else names.push(part);
  }
  return [...earlier, ...names];
};

/** A repeatable flag whose values hold commas themselves. */
export const append = (value: string, earlier: Texts = []): Texts => [...earlier, value];

/** Addresses, repeatable or separated by commas, of which they hold none. */
export const addresses = (value: string, earlier: Texts = []): Texts => [...earlier, ...addressesIn(value)];

/** A repeatable flag, values also separated by commas, each read by `read`. */
export const listOf =
  <T>(read: (text: string) => T) =>
  (value: string, earlier: readonly T[] = []): readonly T[] => [
    ...earlier,
    ...value.split(',').map((part) => read(part.trim())),
  ];

/** Names of suites and methods are of small letters, whatever is typed. */
export const smallLetters = (name: string): string => name.toLowerCase();

export const names = listOf((name) => name);

export const wholeNumber = (value: string): number => {
  if (!/^[1-9]\d*$/.test(value)) throw new InvalidArgumentError('expected a whole number from 1.');
  return Number(value);
};

export const zeroOrMore = (value: string): number => {
  if (!/^\d+$/.test(value)) throw new InvalidArgumentError('expected a whole number from 0.');
  return Number(value);
};

/** GPUs by number, or by what the driver calls them. */
export const deviceList = (value: string, earlier: Texts = []): Texts => {
  const all = [...earlier, ...value.split(',').map((part) => part.trim())];
  if (all.some((each) => !/^[\w.:/-]+$/.test(each)) || new Set(all).size < all.length)
    throw new InvalidArgumentError('expected GPUs, each once, as 0,1.');
  return all;
};

/** Numbers from 1, repeatable or separated by commas. */
export const wholeNumbers = (value: string, earlier: readonly number[] = []): readonly number[] => [
  ...earlier,
  ...value.split(',').map(wholeNumber),
];

export const numberFrom =
  (least: number, most = Number.POSITIVE_INFINITY) =>
  (value: string): number => {
    const number = value.trim() === '' ? Number.NaN : Number(value);
    if (!(number >= least && number <= most) || !Number.isFinite(number))
      throw new InvalidArgumentError(
        `expected a number from ${least}${Number.isFinite(most) ? ` to ${most}` : ''}.`,
      );
    return number;
  };

export const seedOf =
  (digits: number) =>
  (value: string): number => {
    if (!/^\d+$/.test(value) || value.length > digits)
      throw new InvalidArgumentError('expected a whole number from 0.');
    return Number(value);
  };

export const dollars = (value: string): number => {
  const amount = value.trim() === '' ? Number.NaN : Number(value);
  if (!(amount > 0 && Number.isFinite(amount))) throw new InvalidArgumentError('expected an amount above 0.');
  return amount;
};

export const prices = (value: string): { readonly in: number; readonly out: number } => {
  const [into, out, ...more] = value.split(',').map(numberFrom(0));
  if (into === undefined || out === undefined || more.length > 0)
    throw new InvalidArgumentError('expected two amounts, for example 2.50,10.');
  return { in: into, out };
};

const MEMORY_UNITS: Readonly<Record<string, number>> = { MB: 1e6, GB: 1e9, TB: 1e12 };

export const memorySize = (value: string): number => {
  const [, count, unit] = /^(\d+(?:\.\d+)?) ?([MGT]B)$/i.exec(value) ?? [];
  const size = Number(count) * (own(MEMORY_UNITS, unit?.toUpperCase() ?? '') ?? Number.NaN);
  if (!(size > 0)) throw new InvalidArgumentError('expected a size such as 500MB or 4GB.');
  return size;
};

/** Parameters of a model: 22M, 7B. */
export const parameterSize = (value: string): number => {
  const [, count, unit] = /^(\d+(?:\.\d+)?)([MB])$/i.exec(value) ?? [];
  if (!(Number(count) > 0)) throw new InvalidArgumentError('expected a size such as 500M or 7B.');
  return Number(count) * (unit!.toUpperCase() === 'M' ? 1e6 : 1e9);
};

export const portNumber = (value: string): number => {
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > 65_535)
    throw new InvalidArgumentError('expected a port from 0 to 65535.');
  return port;
};

export const hostName = (value: string): string => {
  if (isIP(value) === 0 && !/^[A-Za-z0-9.-]+$/.test(value))
    throw new InvalidArgumentError('expected an address such as 0.0.0.0, :: or a host name.');
  return value;
};

/** An address without a path: `https://review.example.org`. */
export const originOf = (value: string): string => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || `${url.origin}/` !== url.href)
    throw new InputError({
      found: `"${shownAddress(value)}"`,
      expected: 'an address without a path, such as https://review.example.org',
      fix: 'leave out what follows the host and port',
    });
  return url.origin;
};

export const tlsOrigin = (value: string): string => {
  const origin = originOf(value);
  if (!origin.startsWith('https:'))
    throw new InvalidArgumentError('expected an address that begins with https://.');
  return origin;
};

export const vectorSizes = (value: string): readonly number[] => {
  const found = value.split(',').map((size) => size.trim());
  if (!found.every((size) => /^[1-9]\d{0,5}$/.test(size)))
    throw new InvalidArgumentError('expected whole numbers from 1, for example 64,128.');
  return [...new Set(found.map(Number))].sort((a, b) => a - b);
};

export const allowedLoss = (value: string, earlier?: number): number => {
  if (earlier !== undefined)
    throw new InputError({
      found: `--tolerance ${earlier} and --tolerance ${value}`,
      expected: 'one loss that is allowed',
      fix: 'leave out one of them',
    });
  if (/^[\d.]/.test(value) && Number.isFinite(Number(value))) return Number(value);
  throw new InputError({
    found: `--tolerance ${value}`,
    expected: 'a number from 0, for example 0.01',
    fix: 'write --tolerance 0.01',
  });
};

export interface NamePair {
  readonly full: string;
  readonly nano: string;
}

export const namePairs = (value: string, earlier: readonly NamePair[] = []): readonly NamePair[] => {
  const [full, nano, ...more] = value.split('=');
  if (!full || !nano || more.length > 0)
    throw new InputError({
      found: `--pair ${value}`,
      expected: 'two names, for example --pair Biology=my-small-biology',
      fix: 'write --pair FULL=SMALL',
    });
  return [...earlier, { full, nano }];
};
