import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type CachedChat, cachedChat, type Message, openLlm } from '../../src/models/llms/index.js';
import { nodeTools } from '../../src/platform/node/index.js';
import { temporaryFolder } from '../support/command.js';
import { ALL, about, type Desk, desk, eightQueries, type Generating, record } from '../support/generating.js';

/**
 * What is claimed. One process at a time writes into a generation folder; another one waits, names the one it waits for, and then
 * finds the texts. A call that another process is asking is waited for. So no call is asked twice, and texts and traces
 * are those of one undisturbed run.
 */
const FILES = ['query_with_hydoc.jsonl', 'trace.jsonl', 'failures.jsonl'];

/** A second answer to the same question is another one, as a sampling model gives. */
const answerTo = (messages: readonly Message[], sampleIndex: number): string =>
  `Of ${about(messages)}, ${sampleIndex}.`;

const newDesk = async (data: string): Promise<Desk> => {
  const at = await desk(data);
  at.server.answer(answerTo);
  return at;
};

const saying = (generating: Generating, words: string): Promise<void> =>
  new Promise((resolve) => {
    let said = '';
    generating.child.stderr!.on('data', (bytes: Buffer) => {
      said += bytes.toString();
      if (said.includes(words)) resolve();
    });
  });

const undisturbed = async (data: string): Promise<readonly string[]> => {
  const at = await newDesk(data);
  expect((await at.generate()).code).toBe(0);
  return FILES.map((name) => at.file(name));
};

/** `r2med run` with new texts, over the store of a desk. */
const runAt = (at: Desk): Promise<number | null> =>
  new Promise((resolve) => {
    const bin = fileURLToPath(new URL('../../bin/r2med.js', import.meta.url));
    const llm = `served:${at.server.origin}/v1#tiny`;
    const args = ['run', '--data', at.data, '--gar', 'hyde', '--llm', llm, '--generations', 'new'];
    const child = spawn(process.execPath, [bin, ...args, '--retriever', 'bm25', '--out', 'results'], {
      cwd: at.home,
      env: { PATH: process.env.PATH, HOME: at.home, R2MED_HOME: join(at.home, 'r2med') },
      stdio: 'ignore',
    });
    child.on('close', resolve);
  });

describe('two processes on one generation', () => {
  it('the second waits, says for whom, and finds all that the first wrote', async () => {
    const data = eightQueries();
    const files = await undisturbed(data);
    const at = await newDesk(data);
    at.server.always(() => ({ late: true }));
    const first = at.start('--concurrency', '2');
    await new Promise<void>((resolve) => {
      at.server.onLate((waiting) => waiting === 2 && resolve());
    });
    const second = at.start('--concurrency', '2');
    await saying(second, `Waiting for process ${first.child.pid} on `);
    at.server.always(() => undefined);
    at.server.letGo();
    const [one, two] = await Promise.all([first.called, second.called]);
    expect([one.code, two.code]).toEqual([0, 0]);
    expect(two.stderr).toContain('was complete already');
    expect([...at.asked()].sort()).toEqual([...ALL].sort());
    expect(FILES.map((name) => at.file(name))).toEqual(files);
    expect(existsSync(join(at.out, 'eight/hyde/tiny/lease.json'))).toBe(false);
  });

  it('the second goes on where the first was killed, and asks for nothing that was answered', async () => {
    const data = eightQueries();
    const files = await undisturbed(data);
    const at = await newDesk(data);
    at.server.always((_, sampleIndex) => (sampleIndex > 3 ? { late: true } : undefined));
    const first = at.start('--concurrency', '1');
    await new Promise<void>((resolve) => {
      at.server.onLate(() => resolve());
    });
    const second = at.start('--concurrency', '1');
    await saying(second, 'Waiting for process');
    at.server.always(() => undefined);
    first.child.kill('SIGKILL');
    expect((await second.called).code).toBe(0);
    // The one that was in flight is asked again.
    expect(at.asked()).toEqual([...ALL.slice(0, 4), ...ALL.slice(3)]);
    expect(FILES.map((name) => at.file(name))).toEqual(files);
    expect(record(at)).toMatchObject({ complete: true });
  });

  it('three at once, and a run that writes its own texts, ask for every text once', async () => {
    const data = eightQueries();
    const files = await undisturbed(data);
    const at = await newDesk(data);
    const ended = await Promise.all([
      runAt(at),
      ...[1, 2, 3].map(async () => (await at.start('--concurrency', '3').called).code),
    ]);
    expect(ended).toEqual([0, 0, 0, 0]);
    expect([...at.asked()].sort()).toEqual([...ALL].sort());
    expect(FILES.map((name) => at.file(name))).toEqual(files);
  });
});

describe('one call in two stores of the same folder', () => {
  const opened = async (at: Desk, home: string): Promise<CachedChat> => {
    const model = await openLlm(`served:${at.server.origin}/v1#tiny`, {}, { env: {}, note: () => {} });
    return cachedChat(model, nodeTools({ quiet: true, env: { R2MED_HOME: home } }));
  };
  const request = { messages: [{ role: 'user', content: 'What of gout, please?' } as const], sampling: {} };

  it('is asked once while it is in flight, and once it is stored', async () => {
    const at = await newDesk(eightQueries());
    const home = temporaryFolder();
    const [one, two, three] = await Promise.all([opened(at, home), opened(at, home), opened(at, home)]);
    at.server.misbehave({ late: true });
    const inFlight = new Promise<void>((resolve) => {
      at.server.onLate(() => resolve());
    });
    const first = one.ask(request);
    await inFlight;
    const second = two.ask(request);
    at.server.letGo();
    expect([(await first).text, (await second).text]).toEqual(['Of gout, 1.', 'Of gout, 1.']);
    // Opened before it was stored.
    expect((await three.ask(request)).text).toBe('Of gout, 1.');
    expect(await three.isCached(request)).toBe(true);
    expect(at.server.requests).toHaveLength(1);
    for (const chat of [one, two, three]) await chat.model.close();
  });
});
