import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Temporary files of all tests, and of the processes they start, go into one folder, which is gone when the tests end. */
export default (): (() => void) => {
  const folder = mkdtempSync(join(tmpdir(), 'r2med-tests-'));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
};
