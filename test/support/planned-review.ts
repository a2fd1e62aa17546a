import { readFileSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { printedBy } from './in-process.js';
import { type Serving, startServing } from './serving.js';

/** `r2med review serve`, killed when the test ends. */
export const serve = async (folder: string, limit?: string): Promise<Serving> => {
  const served = await startServing(['review', 'serve', folder, '--port', '0'], limit ? { limit } : {});
  onTestFinished(() => served.kill());
  return served;
};

interface Planned {
  readonly items: number;
  readonly people: readonly { readonly name: string; readonly items: number; readonly link?: string }[];
}

/** `r2med review plan`, as it printed. */
export const plan = async (folder: string, ...args: readonly string[]): Promise<Planned> =>
  JSON.parse(await printedBy(['review', 'plan', folder, ...args, '--json'])) as Planned;

export const ANNA_AND_BEN = ['--reviewer', 'anna', '--reviewer', 'ben'];

/** The tokens of the links that were printed, by name. */
export const tokensOf = ({ people }: Planned): Readonly<Record<string, string>> =>
  Object.fromEntries(people.flatMap(({ name, link }) => (link ? [[name, link.split('#link=')[1]!]] : [])));

export const linesOf = (file: string): readonly string[] =>
  readFileSync(file, 'utf8').split('\n').slice(0, -1);
