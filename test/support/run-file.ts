import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { InputError } from '../../src/core/index.js';
import { type PredictionsChoice, readRun } from '../../src/experiment/results/index.js';

/** A run file in a folder of its own, which goes when the tests are done. */
export const runFile = () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'runs-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const read = (content: string | Uint8Array, choice?: PredictionsChoice) => {
    const file = join(folder, 'some-run');
    writeFileSync(file, content);
    return readRun(file, choice);
  };

  const problemOf = async (content: string | Uint8Array, choice?: PredictionsChoice) => {
    const error: unknown = await read(content, choice).catch((thrown: unknown) => thrown);
    if (!(error instanceof InputError)) throw new Error('no InputError', { cause: error });
    expect(error.details.at?.file).toBe(join(folder, 'some-run'));
    return { ...error.details, line: error.details.at?.line };
  };

  return { read, problemOf };
};
