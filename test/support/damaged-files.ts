import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { r2med } from './in-process.js';

const LONG = 'x'.repeat(1_000_000);

/** What may be in the place of a file. */
const DAMAGES: Readonly<
  Record<string, (whole: Buffer, at: number, others: readonly Buffer[]) => Buffer | 'folder'>
> = {
  folder: () => 'folder',
  empty: () => Buffer.alloc(0),
  truncated: (whole, at) => whole.subarray(0, at % whole.length),
  swapped: (_, at, others) => others[at % others.length]!,
  'with a bit changed': (whole, at) => {
    const changed = Buffer.from(whole);
    changed[at % whole.length]! ^= 1 << (at % 8);
    return changed;
  },
  'with a million letters in it': (whole, at) => {
    const place = at % whole.length;
    return Buffer.concat([whole.subarray(0, place), Buffer.from(LONG), whole.subarray(place)]);
  },
  binary: (_, at) => Buffer.from(Array.from({ length: 200 }, (_, i) => (i * (at + 7) * 31) % 256)),
  other: (_, at) => Buffer.from(OTHERS[at % OTHERS.length]!),
};
const OTHERS = ['\n\n\n', '{', '[]', 'null', '{"_id": {}}\n', '\ufeff', '---\n- [', '\0\0', LONG, `"${LONG}`];

/** Where and how a file is damaged. */
export interface Damage {
  readonly name: string;
  readonly kind: string;
  readonly at: number;
}

/** Damages of these files. */
export const damages = (names: readonly string[]): fc.Arbitrary<Damage> =>
  fc.record({
    name: fc.constantFrom(...names),
    kind: fc.constantFrom(...Object.keys(DAMAGES)),
    at: fc.nat(5000),
  });

/** Puts something else in the place of a file of a folder. */
export const damage = (
  folder: string,
  { name, kind, at }: Damage,
  whole: Buffer,
  others: readonly Buffer[],
): void => {
  const content = DAMAGES[kind]!(whole, at, others);
  const file = join(folder, name);
  if (existsSync(file)) rmSync(file);
  if (content === 'folder') mkdirSync(file);
  else writeFileSync(file, content);
};

const LONGEST_MESSAGE = 10_000;

/** A result, or a short error that names the file, or the folder that it belongs to. */
export const mustSayWhich = async (args: readonly string[], cwd: string, name: string): Promise<void> => {
  const { code, stdout, stderr } = await r2med(args, { cwd });
  expect(stderr).not.toMatch(/^ {4}at /m);
  expect(stderr.length).toBeLessThan(LONGEST_MESSAGE);
  // Of `check`, which lists what it finds.
  const said = `${stderr}${code === 1 ? stdout : ''}`;
  if (code !== 0)
    expect([args, said]).toEqual([args, expect.stringMatching(new RegExp(name.split('/').join('|')))]);
};
