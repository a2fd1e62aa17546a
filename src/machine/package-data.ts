import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder `data/` of this package: both `src/` and `dist/` stand beside it. */
export const dataPath = (path: string): string =>
  fileURLToPath(new URL(`../../data/${path}`, import.meta.url));

/** A table of `data/`, parsed by its schema. */
export const packageData = <T>(path: string, schema: { parse(value: unknown): T }): T =>
  schema.parse(JSON.parse(readFileSync(dataPath(path), 'utf8')));

/** This package's version, as its manifest says. */
export const packageVersion = (): string => {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
};
