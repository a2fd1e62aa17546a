import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
/** Its work is not ours, and counting it is not possible: without it, dense search runs code of this package. */
const LEFT_OUT = 'onnxruntime-node';

/** This package in another folder, with its packages but for one. */
export const installPackage = (folder) => {
  for (const name of ['bin', 'dist', 'bench', 'examples'])
    cpSync(here(name), join(folder, name), { recursive: true });
  for (const name of ['data', 'package.json']) symlinkSync(here(name), join(folder, name));
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(here('node_modules')))
    if (name !== LEFT_OUT) symlinkSync(here(`node_modules/${name}`), join(folder, 'node_modules', name));
};
