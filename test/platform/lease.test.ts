import { spawn } from 'node:child_process';
import { pbkdf2 } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { acquireLease, sha256 } from '../../src/platform/node/index.js';
import { REFRESH_EVERY } from '../../src/platform/node/owner.js';
import { temporaryFolder } from '../support/command.js';

const SCRIPT = fileURLToPath(new URL('../support/lease-process.js', import.meta.url));

interface Taker {
  readonly pid: number;
  /** Sends a command and gives the next line that the process says. */
  ask(command: string): Promise<string>;
  next(): Promise<string>;
  kill(signal: NodeJS.Signals): Promise<readonly [number | null, NodeJS.Signals | null]>;
  ended(): Promise<unknown>;
}

const started: { kill(signal: NodeJS.Signals): unknown }[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

/** A process of its own that takes leases of a folder as it is told. */
const taker = async (folder: string): Promise<Taker> => {
  const child = spawn(process.execPath, [SCRIPT, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  started.push(child);
  const closed = once(child, 'close');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => String((await lines.next()).value);
  expect(await next()).toBe('ready');
  return {
    pid: child.pid!,
    next,
    ask: (command) => {
      child.stdin.write(`${command}\n`);
      return next();
    },
    kill: async (signal) => {
      child.kill(signal);
      return (await closed) as [number | null, NodeJS.Signals | null];
    },
    ended: () => closed,
  };
};

const leaseIn = async (folder: string) => JSON.parse(await readFile(join(folder, 'lease.json'), 'utf8'));
const alone = { doing: 'a test', wait: false };

describe('a lease on a folder', () => {
  it('is held by one; the other is told who, where and since when', async () => {
    const folder = join(temporaryFolder(), 'a', 'b');
    const [first, second] = await Promise.all([taker(folder), taker(folder)]);
    expect(await first.ask('take')).toBe('held');
    const { since } = await leaseIn(folder);
    expect(await second.ask('take')).toMatch(
      new RegExp(
        `refused: .*in use by process ${first.pid} on ${hostname()} \\(a test\\), since ${since}.*Fix: `,
      ),
    );
    expect(await first.ask('release')).toBe('released');
    expect(await second.ask('take')).toBe('held');
  });

  it('is waited for, and it is said once for whom', async () => {
    const folder = temporaryFolder();
    const [first, second] = await Promise.all([taker(folder), taker(folder)]);
    await first.ask('take');
    const { since } = await leaseIn(folder);
    expect(await second.ask('wait')).toMatch(
      new RegExp(
        `^Waiting for process ${first.pid} on ${hostname()} \\(a test\\), since ${since}, for [\\d.]+ m?s now, which works in ${folder}\\. ` +
          `To end the wait, stop that process, or this one by Ctrl-C; if that process is gone, delete ${folder}/lease\\.json$`,
      ),
    );
    await first.ask('release');
    expect(await second.next()).toBe('held');
  });

  it('is one also within a process, and waiting for it can be ended', async () => {
    const folder = temporaryFolder();
    const lease = await acquireLease(folder, alone);
    await expect(acquireLease(folder, alone)).rejects.toThrow(`process ${process.pid}`);
    const controller = new AbortController();
    const waiting = acquireLease(folder, {
      doing: 'waiting',
      signal: controller.signal,
      note: () => controller.abort(new Error('enough')),
    });
    await expect(waiting).rejects.toThrow('enough');
    lease.release();
    lease.release();
    (await acquireLease(folder, alone)).release();
  });

  it('in a place that cannot be written is an error with a fix', async () => {
    const file = join(temporaryFolder(), 'file');
    await writeFile(file, '');
    await expect(acquireLease(join(file, 'below'), alone)).rejects.toThrow(
      /below: part of this path is a file, not a folder\n {2}Fix: /,
    );
  });

  it('leaves nothing behind: neither a file nor a folder that was made for it', async () => {
    const out = temporaryFolder();
    const lease = await acquireLease(join(out, 'system', 'task'), alone);
    lease.release();
    expect(await readdir(out)).toEqual([]);
    const used = await acquireLease(join(out, 'system', 'task'), alone);
    await writeFile(join(out, 'system', 'task', 'kept'), '');
    used.release();
    expect(await readdir(join(out, 'system', 'task'))).toEqual(['kept']);
  });
});

describe('the end of a holder', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'by %s releases its lease, and the signal still ends it',
    async (signal) => {
      const folder = temporaryFolder();
      const holder = await taker(folder);
      await holder.ask('take');
      expect(await holder.kill(signal)).toEqual([null, signal]);
      expect(await readdir(folder)).toEqual([]);
    },
  );

  it('by itself releases its lease', async () => {
    const folder = temporaryFolder();
    const holder = await taker(folder);
    await holder.ask('take');
    void holder.ask('exit');
    await holder.ended();
    expect(await readdir(folder)).toEqual([]);
  });

  it('by SIGKILL leaves a lease, which exactly one of many takes over', { timeout: 60_000 }, async () => {
    const folder = temporaryFolder();
    let takers = await Promise.all(Array.from({ length: 6 }, () => taker(folder)));
    while (takers.length > 0) {
      const answers = await Promise.all(takers.map((each) => each.ask('take')));
      const holders = takers.filter((_, i) => answers[i] === 'held');
      expect(holders).toHaveLength(1);
      const [holder] = holders;
      expect(await leaseIn(folder)).toMatchObject({ process: holder!.pid });
      expect(await readdir(folder)).toEqual(['lease.json']);
      await holder!.kill('SIGKILL');
      takers = takers.filter((each) => each !== holder);
    }
    expect(await readdir(folder)).toEqual(['lease.json']);
  });

  it('while another waits lets that one in', async () => {
    const folder = temporaryFolder();
    const [holder, heir] = await Promise.all([taker(folder), taker(folder)]);
    await holder.ask('take');
    await heir.ask('wait');
    await holder.kill('SIGKILL');
    expect(await heir.next()).toBe('held');
  });
});

it('a refresh that is under way when a lease is released writes into no other file', async () => {
  const folder = temporaryFolder();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const lease = await acquireLease(folder, alone);
  // All threads that write are taken, so that the refresh has to wait.
  const busy = Array.from({ length: 8 }, () => promisify(pbkdf2)('', '', 200_000, 64, 'sha512'));
  vi.advanceTimersByTime(REFRESH_EVERY);
  lease.release();
  // The next file to be opened gets the number that is free.
  const other = openSync(join(folder, 'other'), 'w+');
  await Promise.all(busy);
  // Reading comes behind the refresh.
  expect(await readFile(join(folder, 'other'), 'utf8')).toBe('');
  closeSync(other);
});

describe('a lease that was left', () => {
  const leaseOf = async (folder: string, changes: object): Promise<string> => {
    const lease = await acquireLease(folder, alone);
    const content = JSON.stringify({ ...(await leaseIn(folder)), ...changes });
    lease.release();
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'lease.json'), content);
    return content;
  };
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

  it('by another host is held while it is refreshed, and for five minutes after', async () => {
    const folder = temporaryFolder();
    await leaseOf(folder, { host: 'another', machine: 'another', processTable: 'another' });
    const file = join(folder, 'lease.json');
    await utimes(file, minutesAgo(4), minutesAgo(4));
    await expect(acquireLease(folder, alone)).rejects.toThrow('on another');
    await utimes(file, minutesAgo(6), minutesAgo(6));
    (await acquireLease(folder, alone)).release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('with a date of the future is free: who works gives signs of now', async () => {
    const folder = temporaryFolder();
    await leaseOf(folder, { host: 'another', machine: 'another' });
    const file = join(folder, 'lease.json');
    await utimes(file, minutesAgo(-4), minutesAgo(-4));
    await expect(acquireLease(folder, alone)).rejects.toThrow('on another');
    await utimes(file, minutesAgo(-6), minutesAgo(-6));
    (await acquireLease(folder, alone)).release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('half written, is held until no process can be writing it any more', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'lease.json');
    await writeFile(file, '{"id": "');
    await expect(acquireLease(folder, alone)).rejects.toThrow('cannot be named');
    await utimes(file, minutesAgo(6), minutesAgo(6));
    (await acquireLease(folder, alone)).release();
  });

  it.runIf(process.platform === 'linux')(
    'by a process whose id another process has now, is free',
    async () => {
      const folder = temporaryFolder();
      await leaseOf(folder, { start: '1' });
      (await acquireLease(folder, alone)).release();
    },
  );

  it('and whose follower was killed before it was in place, is taken over from that follower', async () => {
    const folder = temporaryFolder();
    const dead = await taker(folder);
    await dead.kill('SIGKILL');
    const content = await leaseOf(folder, { process: dead.pid });
    const next = join(folder, `lease.${sha256(content).slice(0, 32)}.next`);
    await writeFile(next, content.replace('a test', 'a follower'));
    const lease = await acquireLease(folder, alone);
    expect(await readdir(folder)).toEqual(['lease.json']);
    expect(await leaseIn(folder)).toMatchObject({ process: process.pid });
    lease.release();
  });

  it('of another is not removed by the one who held it before', async () => {
    const folder = temporaryFolder();
    const lease = await acquireLease(folder, alone);
    await leaseOf(join(folder, 'other'), {});
    const other = await readFile(join(folder, 'other', 'lease.json'));
    await writeFile(join(folder, 'lease.json'), other);
    const { mtimeMs } = await stat(join(folder, 'lease.json'));
    lease.release();
    expect((await stat(join(folder, 'lease.json'))).mtimeMs).toBe(mtimeMs);
  });
});

it('a link to nothing in place of a lease is named, and not looked at for ever', async () => {
  const folder = temporaryFolder();
  await symlink(join(folder, 'nowhere'), join(folder, 'lease.json'));
  await expect(acquireLease(folder, { doing: 'this' })).rejects.toThrow(
    'lease.json: a link in place of a lease',
  );
});
