import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A file of this package: both `src/` and `dist/` are in its folder. */
export const packagePath = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export const dataPath = (path: string): string => packagePath(`data/${path}`);

/** A table of `data/`, parsed by its schema. */
export const packageData = <T>(path: string, schema: { parse(value: unknown): T }): T =>
  schema.parse(JSON.parse(readFileSync(dataPath(path), 'utf8')));

/** This package's version, as its manifest says. */
export const packageVersion = (): string => {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
};
