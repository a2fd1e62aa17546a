import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of this package: three above this source, two above what the bundler makes of it. */
const ROOT = new URL(
  existsSync(new URL('../../package.json', import.meta.url)) ? '../../' : '../../../',
  import.meta.url,
);

export const packagePath = (path: string): string => fileURLToPath(new URL(path, ROOT));

export const dataPath = (path: string): string => packagePath(`data/${path}`);

/** A table of `data/`, parsed by its schema. */
export const packageData = <T>(path: string, schema: { parse(value: unknown): T }): T =>
  schema.parse(JSON.parse(readFileSync(dataPath(path), 'utf8')));

/** This package's version, as its manifest says. */
export const packageVersion = (): string => {
  const manifest = readFileSync(packagePath('package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
};
