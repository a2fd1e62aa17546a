import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ALL, about, type Desk, desk, record, rows, TEXTS } from '../support/generating.js';

describe('failures', () => {
  /** Two addresses of one server: a try again goes to the other one at once. */
  const twice = (at: Desk): readonly string[] => [
    '--llm',
    `served:${at.server.origin}/a/v1,${at.server.origin}/b/v1#tiny`,
  ];

  it('are saved with their reasons, named at the end, and only they are called again', async () => {
    const undisturbed = await desk();
    undisturbed.server.answer((messages) => `Of ${about(messages)}.`);
    await undisturbed.generate();

    const at = await desk(undisturbed.data);
    at.server.answer((messages) => `Of ${about(messages)}.`);
    at.server.always((messages) => {
      if (about(messages) === 'gout') return { refusal: 'I cannot help with that.' };
      if (about(messages) === 'scurvy') return { content: 'empty' };
      const page = { body: '<html>Sign in</html>', headers: { 'content-type': 'text/html' } };
      return about(messages) === 'malaria' ? page : undefined;
    });
    const { code, stderr, stdout } = await at.generate(...twice(at));
    expect([code, stdout.split('\n')[2]]).toEqual([1, expect.stringMatching(/^eight +8 +5 +0 +3/)]);
    const failures = rows(at.file('failures.jsonl'));
    expect(failures.map(({ id, sample, kind }) => [id, sample, kind])).toEqual([
      ['q-gout', 0, 'refused'],
      ['q-scurvy', 0, 'empty'],
      ['q-malaria', 0, 'unusable'],
    ]);
    expect(stderr).toContain('refused');
    // An empty answer and a web page are tried three times each.
    expect(stderr).toMatch(/Calls made now: 12, with [\d,]+ tokens in, [\d,]+ out/);
    expect(stderr).toMatch(/Fix: r2med generate .*--retry-failed$/m);
    expect(record(at)).toMatchObject({ counts: { written: 5, failed: 3 }, complete: false });
    expect(rows(at.file(TEXTS)).map(({ id }) => id)).not.toContain('q-gout');

    at.asked();
    expect((await at.generate(...twice(at))).code).toBe(1);
    expect(at.asked()).toEqual([]);

    at.server.always(() => undefined);
    const { code: retried } = await at.generate(...twice(at), '--retry-failed');
    expect([retried, [...at.asked()].sort()]).toEqual([0, ['gout', 'malaria', 'scurvy']]);
    expect(at.file(TEXTS)).toBe(undisturbed.file(TEXTS));
    expect(at.file('failures.jsonl')).toBe('');
  });

  it('a spent budget stops the work, saves what is done and continues from there', async () => {
    const at = await desk();
    at.server.answer((messages) => ({ text: `Of ${about(messages)}.`, tokensIn: 100, tokensOut: 100 }));
    const limits = ['--max-tokens', '100', '--concurrency', '1'];
    const { code, stderr } = await at.generate(...limits, '--budget-tokens', '700');
    expect([code, stderr]).toEqual([1, expect.stringContaining('budget')]);
    const done = at.asked();
    expect(done.length).toBeGreaterThan(1);
    expect(done.length * 200).toBeLessThanOrEqual(700);
    expect(rows(at.file(TEXTS))).toHaveLength(done.length);
    expect(record(at)).toMatchObject({ complete: false, counts: { written: done.length, failed: 0 } });
    expect((await at.generate(...limits)).code).toBe(0);
    expect([...done, ...at.asked()]).toEqual(ALL);
  });

  it('a total budget counts what earlier commands spent, as the store remembers it', async () => {
    const at = await desk();
    at.server.answer((messages) => ({ text: `Of ${about(messages)}.`, tokensIn: 100, tokensOut: 100 }));
    const limits = ['--max-tokens', '100', '--concurrency', '1'];
    // A try whose answer was lost belongs to what the call took: about 160 tokens at most.
    at.server.misbehave({ drop: true });
    expect((await at.generate(...limits, '--max-queries', '3')).code).toBe(0);
    const { code, stderr } = await at.generate(...limits, '--budget-total-tokens', '1100');
    const spent = Number(/([\d,]+) tokens spent by earlier commands/.exec(stderr)?.[1]?.replace(',', ''));
    expect(spent).toBeGreaterThan(3 * 200 + 100);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('the total budget of 1,100 tokens could be exceeded'),
    ]);
    expect(stderr).toContain('200 tokens spent in 1 request, and the next one may take');
    expect(stderr).toContain('Fix: raise --budget-total-tokens');
    expect(at.asked()).toEqual([ALL[0], ...ALL.slice(0, 3), ALL[3]]);
  });

  it('answers lost on the way count against the budget at their limit', async () => {
    const at = await desk();
    at.server.always(() => ({ drop: true }));
    const limits = ['--max-tokens', '1000', '--no-stream', '--budget-tokens', '5000'];
    const { code, stderr } = await at.generate(...limits);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('the budget of 5,000 tokens for this command could be exceeded'),
    ]);
    expect(stderr).toContain('4 answers lost, counted at the limit');
    expect(at.asked()).toHaveLength(4);
  });

  it('a key that is refused ends the work at once', async () => {
    const at = await desk();
    at.server.always(() => ({ status: 401, body: '{"error":{"message":"no such key"}}' }));
    const { code, stderr } = await at.generate('--concurrency', '1');
    expect([code, at.asked().length, stderr]).toEqual([1, 1, expect.stringContaining('key')]);
    expect(existsSync(join(at.out, 'eight'))).toBe(false);
  });

  it('Ctrl-C lets calls in flight finish and writes what there is', async () => {
    const at = await desk();
    at.server.answer((messages) => `Of ${about(messages)}.`);
    at.server.always(() => ({ late: true }));
    const { child, called } = at.start('--concurrency', '2');
    await new Promise<void>((resolve) => {
      at.server.onLate((waiting) => waiting === 2 && resolve());
    });
    const noticed = new Promise<void>((resolve) => {
      child.stderr!.on('data', (bytes: Buffer) => bytes.toString().includes('Stopping') && resolve());
    });
    child.kill('SIGINT');
    await noticed;
    at.server.letGo();
    const { code, stderr } = await called;
    expect([code, stderr]).toEqual([130, expect.stringContaining('run the same command again')]);
    expect(rows(at.file(TEXTS)).map(({ hy_doc }) => hy_doc)).toEqual(['Of gout.', 'Of anaemia.']);
    at.server.always(() => undefined);
    at.asked();
    await at.generate('--concurrency', '2');
    expect([...at.asked()].sort()).toEqual(ALL.slice(2).sort());
  });

  it('Ctrl-C a second time ends at once', async () => {
    const at = await desk();
    at.server.always(() => ({ late: true }));
    const { child, called } = at.start('--concurrency', '1');
    await new Promise<void>((resolve) => {
      at.server.onLate(() => resolve());
    });
    child.stderr!.on(
      'data',
      (bytes: Buffer) => bytes.toString().includes('Stopping') && child.kill('SIGINT'),
    );
    child.kill('SIGINT');
    expect((await called).code).toBe(130);
    expect(existsSync(join(at.out, 'eight'))).toBe(false);
  });
});

describe('an answer that cannot be stored', () => {
  const oneByOne = ['--concurrency', '1'];

  it('stops the work at once: nothing more is paid for, and nothing that is stored is paid for again', async () => {
    const at = await desk();
    at.server.answer((messages) => `Of ${about(messages)}.`);
    const items = join(at.home, 'r2med/items');
    const place = (): string =>
      join(
        items,
        readdirSync(items, { recursive: true, encoding: 'utf8' }).find((file) => file.endsWith('.items'))!,
      );
    let broken = '';
    at.server.always((_, count) => {
      if (count === 4) {
        broken = place();
        renameSync(broken, `${broken}.aside`);
        mkdirSync(broken);
      }
      return undefined;
    });
    const { code, stderr } = await at.generate(...oneByOne);
    expect({ code, asked: at.asked() }).toEqual({ code: 1, asked: ALL.slice(0, 4) });
    expect(stderr).toContain(`${broken}: a folder where a file is needed; nothing more is called`);
    expect(stderr).toMatch(/\n {2}Fix: .*R2MED_HOME/);
    expect(rows(at.file(TEXTS))).toHaveLength(3);
    rmdirSync(broken);
    renameSync(`${broken}.aside`, broken);
    expect((await at.generate(...oneByOne)).code).toBe(0);
    expect(at.asked()).toEqual(ALL.slice(3));
  });

  it('is not paid for where that is known before', async () => {
    const at = await desk();
    writeFileSync(join(at.home, 'r2med'), 'a file\n');
    const { code, stderr } = await at.generate();
    expect({ code, asked: at.asked() }).toEqual({ code: 1, asked: [] });
    expect(stderr).toMatch(/nothing more is called.*\n {2}Fix: .*R2MED_HOME/);
  });

  it.skipIf(spawnSync('strace', ['-V']).error)('is on the disk before it is counted', async () => {
    const at = await desk();
    const trace = join(at.home, 'trace');
    const flags = ['-f', '-y', '-s', '0', '-e', 'trace=fsync,fdatasync,rename', '-o', trace];
    const { code } = await at.startUnder(['strace', ...flags], ...oneByOne).called;
    expect(code).toBe(0);
    const synced = readFileSync(trace, 'utf8').match(/(?<=f(data)?sync\(\d+<)[^>]*/g) ?? [];
    expect(synced.filter((file) => file.endsWith('.items'))).toHaveLength(ALL.length);
    expect(synced.filter((file) => file.includes('generation.json'))).toHaveLength(2);
    expect(synced.filter((file) => file.includes(TEXTS))).toHaveLength(1);
  });
});
