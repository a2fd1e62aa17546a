import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Call, startR2med, temporaryFolder } from '../support/command.js';
import { jsonl, writtenFolder } from '../support/written-folder.js';

/** A model that says which process called it, and answers once it may. */
const SLOW = `
import { appendFileSync, existsSync } from 'node:fs';
export const name = 'slow';
export const embed = async (texts) => {
  appendFileSync('calls', process.pid + '\\n');
  while (!existsSync('go')) await new Promise((resolve) => setTimeout(resolve, 20));
  return texts.map((text) => [text.length, 1]);
};`;

const place = () => {
  const cwd = writtenFolder({
    'slow.mjs': SLOW,
    'mine/corpus.jsonl': jsonl({ id: 'd1', text: 'gout' }, { id: 'd2', text: 'anaemia' }),
    'mine/query.jsonl': jsonl({ id: 'q1', text: 'a hot toe' }),
    'mine/qrels.jsonl': jsonl({ q_id: 'q1', p_id: 'd1', score: 1 }),
  });
  const home = temporaryFolder();
  return {
    folder: join(cwd, 'out', 'slow', 'mine'),
    run: (...more: string[]): Call =>
      startR2med(['run', '--data', 'mine', '--retriever', 'module:slow.mjs', '--out', 'out', ...more], {
        cwd,
        env: { R2MED_HOME: home },
      }),
    other: (): Call =>
      startR2med(['run', '--data', 'mine', '--retriever', 'bm25', '--out', 'out'], {
        cwd,
        env: { R2MED_HOME: home },
      }),
    go: () => writeFileSync(join(cwd, 'go'), ''),
    callers: () => [
      ...new Set(readFileSync(join(cwd, 'calls'), 'utf8').split('\n').filter(Boolean).map(Number)),
    ],
    hasCalled: () => existsSync(join(cwd, 'calls')),
  };
};

/** Resolves when the first has begun its work, which is told by another that waits for it. */
const waiting = async (second: Call, first: Call): Promise<void> =>
  second.said(`Waiting for process ${first.pid} on `);

const holder = (folder: string) => JSON.parse(readFileSync(join(folder, 'lease.json'), 'utf8'));
const until = async (is: () => boolean): Promise<void> => {
  while (!is()) await new Promise((resolve) => setImmediate(resolve));
};

describe('two runs on one --out', () => {
  it('the second waits for the first, says for whom, and uses what it made', {
    timeout: 60_000,
  }, async () => {
    const at = place();
    const first = at.run();
    await until(() => at.hasCalled());
    expect(holder(at.folder)).toMatchObject({ process: first.pid, doing: 'run of slow on mine' });
    const second = at.run();
    await waiting(second, first);
    at.go();
    const [one, two] = await Promise.all([first.done, second.done]);
    expect([one.code, two.code]).toEqual([0, 0]);
    expect(two.stderr).toContain('was there already');
    expect(two.stdout).toBe(one.stdout);
    expect(at.callers()).toEqual([first.pid]);
    expect(readdirSync(at.folder).sort()).toEqual(['queries.jsonl', 'record.json', 'run.trec']);
  });

  it('the second with other settings is refused as ever', { timeout: 60_000 }, async () => {
    const at = place();
    const first = at.run();
    await until(() => at.hasCalled());
    const second = at.run('--top-k', '1');
    await waiting(second, first);
    at.go();
    const [one, two] = await Promise.all([first.done, second.done]);
    expect([one.code, two.code]).toEqual([0, 2]);
    expect(two.stderr).toContain('add --overwrite to replace it');
  });

  it('the second takes over from a first that was killed', { timeout: 60_000 }, async () => {
    const at = place();
    const first = at.run();
    await until(() => at.hasCalled());
    const second = at.run();
    await waiting(second, first);
    first.kill('SIGKILL');
    at.go();
    expect((await first.done).code).toBeNull();
    const { code, stderr } = await second.done;
    expect([code, stderr]).toEqual([0, expect.stringContaining('done in')]);
    expect(at.callers()).toEqual([first.pid, second.pid]);
  });

  it('a run that is stopped by Ctrl-C lets the next one in', { timeout: 60_000 }, async () => {
    const at = place();
    const first = at.run();
    await until(() => at.hasCalled());
    first.kill('SIGINT');
    await first.done;
    expect(existsSync(join(at.folder, 'lease.json'))).toBe(false);
  });

  it('another system runs next to it', { timeout: 60_000 }, async () => {
    const at = place();
    const first = at.run();
    await until(() => at.hasCalled());
    expect((await at.other().done).code).toBe(0);
    at.go();
    expect((await first.done).code).toBe(0);
  });
});
