import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { writeExport } from '../../src/analysis/export/index.js';
import { leftIn, ownerName, stageFolder, sweep, writeAtomic } from '../../src/platform/node/index.js';
import { temporaryFolder } from '../support/command.js';
import { endedProcess } from '../support/ended-process.js';
import { writtenFolder } from '../support/written-folder.js';

const WRITER = fileURLToPath(new URL('../support/unfinished-writer.js', import.meta.url));

/** A process of its own that is in the middle of writing. */
const writer = async (kind: 'file' | 'folder', path: string): Promise<{ kill(): Promise<unknown> }> => {
  const child = spawn(process.execPath, [WRITER, kind, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const closed = once(child, 'close');
  await once(child.stdout, 'data');
  return {
    kill: () => {
      child.kill('SIGKILL');
      return closed;
    },
  };
};

/** The mark of a process that has ended. */
const endedName = async (): Promise<string> =>
  ownerName().replace(`-${process.pid}-`, `-${await endedProcess()}-`);

describe('what is not finished', () => {
  it.each(['file', 'folder'] as const)(
    'of a %s is left alone while its process works, and goes with the next writer after a kill',
    async (kind) => {
      const folder = temporaryFolder();
      const other = await writer(kind, join(folder, 'made'));
      const there = readdirSync(folder);
      expect(there).toEqual([expect.stringMatching(/^made\..*\.unfinished$/)]);
      sweep(folder);
      await stageFolder(join(folder, 'mine'), async () => {});
      expect(readdirSync(folder).sort()).toEqual([...there, 'mine']);
      expect(leftIn(folder)).toEqual([]);
      await other.kill();
      expect(leftIn(folder)).toEqual([{ path: join(folder, there[0]!), found: 'not finished' }]);
      if (kind === 'file') await writeAtomic(join(folder, 'made'), ['whole']);
      else await stageFolder(join(folder, 'made'), async () => {});
      expect(readdirSync(folder).sort()).toEqual(['made', 'mine']);
    },
  );

  it('of an export goes with the next one beside it', async () => {
    const folder = temporaryFolder();
    const left = join(folder, `.tables.${await endedName()}.unfinished`);
    mkdirSync(left);
    writeFileSync(join(left, 'a.csv'), 'a');
    const own = `.tables.${ownerName()}.unfinished`;
    mkdirSync(join(folder, own));
    await writeExport(join(folder, 'tables'), [{ path: 'a.csv', content: 'a' }]);
    expect(readdirSync(folder).sort()).toEqual([own, 'tables']);
  });

  it('that was put aside before another took its place is put back', async () => {
    const folder = temporaryFolder();
    for (const name of ['a', 'b']) {
      const aside = join(folder, `${name}.${await endedName()}.replaced`);
      mkdirSync(aside);
      writeFileSync(join(aside, 'set'), 'the former');
    }
    mkdirSync(join(folder, 'b'));
    sweep(folder);
    expect(readdirSync(folder).sort()).toEqual(['a', 'b']);
    expect(readFileSync(join(folder, 'a', 'set'), 'utf8')).toBe('the former');
    expect(existsSync(join(folder, 'b', 'set'))).toBe(false);
  });

  it('of another machine, or of a version that named no owner, is left alone for a day', () => {
    const names = [
      'a.00000000-00000000-1-1-00000000.unfinished',
      'b.2f0e8a52-6f5c-4c0e-a6f9-0d3f0f6f6d0a.unfinished',
    ];
    const folder = writtenFolder(Object.fromEntries(names.map((name) => [name, 'half'])));
    sweep(folder);
    expect(readdirSync(folder).sort()).toEqual(names);
    const dayAgo = new Date(Date.now() - 25 * 3_600_000);
    for (const name of names) utimesSync(join(folder, name), dayAgo, dayAgo);
    sweep(folder);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is known by our mark alone', () => {
    const folder = writtenFolder({ 'novel.unfinished': 'mine', 'unfinished/part': 'mine' });
    const longAgo = new Date(0);
    utimesSync(join(folder, 'novel.unfinished'), longAgo, longAgo);
    sweep(folder);
    expect(readdirSync(folder).sort()).toEqual(['novel.unfinished', 'unfinished']);
  });
});
