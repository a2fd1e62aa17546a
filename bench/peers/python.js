import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../process.js';

/** A Python with some packages, in a virtual environment of its own. */
export const pythonWith = async (folder, name, packages) => {
  const environment = join(folder, name);
  const python = join(environment, 'bin', 'python');
  if (existsSync(python)) return python;
  await run('python3', '-m', 'venv', environment);
  await run(python, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages);
  return python;
};
