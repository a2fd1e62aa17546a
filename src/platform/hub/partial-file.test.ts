import { spawnSync } from 'node:child_process';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writtenFolder } from '../../../test/support/written-folder.js';
import { claimPartial, sweepAbandoned } from './partial-file.js';

const now = Date.now();
const HOUR = 3_600_000;

const blobIn = (names: Readonly<Record<string, string>> = {}): string =>
  join(
    writtenFolder(Object.fromEntries(Object.entries(names).map(([name, text]) => [`abc${name}`, text]))),
    'abc',
  );

/** The number of a process that has ended. */
const deadProcess = (): number => spawnSync(process.execPath, ['--version']).pid;

/** The name this machine gives to a process's copy. */
const owned = async (pid: number): Promise<string> => {
  const { path } = await claimPartial(blobIn(), now);
  return basename(path)
    .replace('abc', '')
    .replace(`-${process.pid}-`, `-${pid}-`)
    .replace(/-\d+-(\w+\.)/, '-_-$1');
};

describe('an unfinished copy', () => {
  it('is new where there is none', async () => {
    const blob = blobIn();
    const { path } = await claimPartial(blob, now);
    expect(path.startsWith(`${blob}.`)).toBe(true);
    expect(path.endsWith('.incomplete')).toBe(true);
    expect(existsSync(path)).toBe(false);
  });

  it('of a dead process is taken over', async () => {
    const blob = blobIn({ [await owned(deadProcess())]: 'half' });
    const { path } = await claimPartial(blob, now);
    expect(readFileSync(path, 'utf8')).toBe('half');
    expect(readdirSync(join(blob, '..'))).toEqual([basename(path)]);
  });

  it('of a running process is left alone', async () => {
    const name = await owned(process.ppid);
    const blob = blobIn({ [name]: 'half' });
    const { path } = await claimPartial(blob, now);
    expect(existsSync(path)).toBe(false);
    expect(existsSync(blob + name)).toBe(true);
  });

  it('of another machine is left alone until nobody has written to it for long', async () => {
    const name = `.00000000-00000000-${deadProcess()}-_-00000000.incomplete`;
    const blob = blobIn({ [name]: 'half' });
    expect(existsSync((await claimPartial(blob, now)).path)).toBe(false);
    utimesSync(blob + name, new Date(now - HOUR), new Date(now - HOUR));
    expect(existsSync((await claimPartial(blob, now)).path)).toBe(true);
  });

  it('that was released is taken over by this process too', async () => {
    const blob = blobIn();
    const first = await claimPartial(blob, now);
    writeFileSync(first.path, 'half');
    expect(existsSync((await claimPartial(blob, now)).path)).toBe(false);
    await first.release();
    expect(readFileSync((await claimPartial(blob, now)).path, 'utf8')).toBe('half');
  });

  it('is taken over by one of several only', async () => {
    const blob = blobIn({ '.00000000-00000000-0-_-00000000.incomplete': 'half' });
    const claims = await Promise.all(Array.from({ length: 8 }, () => claimPartial(blob, now)));
    expect(claims.filter(({ path }) => existsSync(path))).toHaveLength(1);
  });

  it('the longest is taken, and the others go when the blob is complete', async () => {
    const names = [
      '.00000000-00000000-0-_-00000000.incomplete',
      '.00000000-00000000-0-_-11111111.incomplete',
      '.00000000-00000000-0-_-22222222.incomplete',
    ];
    const blob = blobIn({ [names[0]!]: 'a', [names[1]!]: 'abc', [names[2]!]: 'ab' });
    const { path } = await claimPartial(blob, now);
    expect(readFileSync(path, 'utf8')).toBe('abc');
    await sweepAbandoned(join(blob, '..'), now);
    expect(readdirSync(join(blob, '..'))).toHaveLength(3);
    renameSync(path, blob);
    await sweepAbandoned(join(blob, '..'), now);
    expect(readdirSync(join(blob, '..'))).toEqual(['abc']);
  });

  it('of another blob is neither taken nor removed', async () => {
    const blob = blobIn({ 'd.00000000-00000000-0-_-00000000.incomplete': 'half' });
    writeFileSync(blob, 'whole');
    expect(existsSync((await claimPartial(blob, now)).path)).toBe(false);
    await sweepAbandoned(join(blob, '..'), now);
    expect(readdirSync(join(blob, '..')).sort()).toEqual([
      'abc',
      'abcd.00000000-00000000-0-_-00000000.incomplete',
    ]);
  });

  it('a link that was left before it had its place is removed, but not taken for a copy', async () => {
    const blob = blobIn();
    symlinkSync('../gone', `${blob}.00000000-00000000-0-_-00000000.link`);
    expect(existsSync((await claimPartial(blob, now)).path)).toBe(false);
    writeFileSync(blob, 'whole');
    await sweepAbandoned(join(blob, '..'), now);
    expect(readdirSync(join(blob, '..'))).toEqual(['abc']);
  });

  it('a reference that was left before it had its name is removed, though no blob has its name', async () => {
    const blob = blobIn({ '.00000000-00000000-0-_-00000000.ref': 'half' });
    await sweepAbandoned(join(blob, '..'), now);
    expect(readdirSync(join(blob, '..'))).toEqual([]);
  });

  it.each(['.incomplete', '.1a2b3c4d.incomplete', '.lock'])(
    'of another program is not touched: abc%s',
    async (name) => {
      const blob = blobIn({ [name]: 'half' });
      const { path } = await claimPartial(blob, now);
      writeFileSync(blob, 'whole');
      await sweepAbandoned(join(blob, '..'), now);
      expect(existsSync(path)).toBe(false);
      expect(existsSync(blob + name)).toBe(true);
    },
  );
});
