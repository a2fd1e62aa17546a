import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { InputError } from '../../src/core/index.js';
import { openModule } from '../../src/models/custom/module.js';

/** Modules in a folder of their own, which goes when the tests are done. */
export const ownModules = () => {
  let cwd = '';
  beforeAll(() => {
    cwd = mkdtempSync(join(tmpdir(), 'own-module-'));
  });
  afterAll(() => rmSync(cwd, { recursive: true }));

  const write = (name: string, source: string): string => {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), source);
    return name;
  };

  const opened = (source: string, name = 'model.mjs') => openModule(write(name, source), { cwd });

  return { write, opened, folder: () => cwd };
};

/** The problem of an InputError; anything else fails the test. */
export const problemOf = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof InputError)) throw new Error('no InputError', { cause: error });
  return error.details;
};

export const LENGTHS = 'export const embed = (texts) => texts.map((text) => [text.length, 1]);';
