import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cachedChat, type Message, openLlm } from '../../src/models/llms/index.js';
import { nodeTools } from '../../src/platform/node/index.js';
import { ALL, about, type Desk, desk, eightQueries } from '../support/generating.js';

/**
 * What is claimed. A call is finished when its answer is stored, which happens before the answer is used. A kill loses the
 * calls that are not finished: those under way, at most as many as run at once. After a kill
 * - no finished call is asked again,
 * - every unfinished one is,
 * - the files are those of a run that nobody disturbed, byte for byte.
 */
const FILES = ['query_with_hydoc.jsonl', 'trace.jsonl', 'failures.jsonl'];

/** Answers depend on the question alone. */
const answerTo = (messages: readonly Message[]): string => {
  const question = messages.at(-1)!.content;
  return `Of ${about(messages)}: ${question.length} characters.`;
};

const newDesk = async (data: string): Promise<Desk> => {
  const at = await desk(data);
  at.server.answer(answerTo);
  return at;
};

/** Kills the process when the server has seen so many further requests; the last one is never answered. */
const killedAt = async (at: Desk, sampleIndex: number, ...more: readonly string[]): Promise<void> => {
  const before = at.server.requests.length;
  const { child, called } = at.start(...more);
  at.server.always((_, count) => {
    if (count - before < sampleIndex) return undefined;
    child.kill('SIGKILL');
    return { hang: true };
  });
  expect((await called).signal).toBe('SIGKILL');
  at.server.always(() => undefined);
};

/** Kills the process in the midst of an answer. */
const killedWhileHearing = async (
  at: Desk,
  sampleIndex: number,
  ...more: readonly string[]
): Promise<void> => {
  const before = at.server.requests.length;
  const { child, called } = at.start(...more);
  at.server.onHang(() => child.kill('SIGKILL'));
  at.server.always((_, count) => (count - before === sampleIndex ? { stallAfter: 150 } : undefined));
  expect((await called).signal).toBe('SIGKILL');
  at.server.always(() => undefined);
  at.server.onHang(() => {});
};

/** The questions whose answers are stored. */
const finished = async (at: Desk, questions: readonly (readonly Message[])[]): Promise<readonly string[]> => {
  const env = { R2MED_HOME: join(at.home, 'r2med') };
  const place = { env: {}, note: () => {} };
  const model = await openLlm(`served:${at.server.origin}/v1#tiny`, {}, place);
  const chat = await cachedChat(model, nodeTools({ quiet: true, env }));
  const kept: string[] = [];
  for (const messages of questions)
    if (await chat.isCached({ messages, sampling: {} })) kept.push(about(messages));
  await model.close();
  return kept;
};

const undisturbed = async (data: string, ...more: readonly string[]) => {
  const at = await newDesk(data);
  expect((await at.generate(...more)).code).toBe(0);
  const method = more[more.indexOf('--method') + 1] ?? 'hyde';
  return {
    files: FILES.map((name) => at.file(name, more.includes('--method') ? method : 'hyde')),
    questions: at.server.requests.map(({ messages }) => messages),
  };
};

describe('killed with SIGKILL and started again', () => {
  it.each([1, 2, 5, 8])(
    'at request %i, one at a time: only the call in flight is made twice',
    async (sampleIndex) => {
      const data = eightQueries();
      const whole = await undisturbed(data, '--concurrency', '1');
      const at = await newDesk(data);
      await killedAt(at, sampleIndex, '--concurrency', '1');
      expect(at.asked()).toEqual(ALL.slice(0, sampleIndex));
      expect(await finished(at, whole.questions)).toEqual(ALL.slice(0, sampleIndex - 1));
      expect((await at.generate('--concurrency', '1')).code).toBe(0);
      expect(at.asked()).toEqual(ALL.slice(sampleIndex - 1));
      expect(FILES.map((name) => at.file(name))).toEqual(whole.files);
    },
  );

  it('in the midst of an answer: that call is asked again, and no other', async () => {
    const data = eightQueries();
    const whole = await undisturbed(data);
    const at = await newDesk(data);
    await killedWhileHearing(at, 4, '--concurrency', '1');
    expect(at.asked()).toEqual(ALL.slice(0, 4));
    await at.generate('--concurrency', '1');
    expect(at.asked()).toEqual(ALL.slice(3));
    expect(FILES.map((name) => at.file(name))).toEqual(whole.files);
  });

  it('again and again, several calls at once: what is finished is never asked again', async () => {
    const data = eightQueries();
    const whole = await undisturbed(data);
    const at = await newDesk(data);
    const [concurrency, kills] = [3, [4, 2, 3]];
    let before: readonly string[] = [];
    for (const sampleIndex of kills) {
      await killedAt(at, sampleIndex, '--concurrency', String(concurrency));
      const asked = at.asked();
      expect(asked.filter((name) => before.includes(name))).toEqual([]);
      const now = await finished(at, whole.questions);
      expect(asked.filter((name) => !now.includes(name)).length).toBeLessThanOrEqual(concurrency);
      before = now;
    }
    expect((await at.generate()).code).toBe(0);
    const last = at.asked();
    expect([...last, ...before].sort()).toEqual([...ALL].sort());
    expect(FILES.map((name) => at.file(name))).toEqual(whole.files);
    expect(at.server.requests.length).toBeLessThanOrEqual(ALL.length + concurrency * kills.length);
  });

  it.each([3, 10, 17])(
    'at request %i of a method of several calls: it goes on within a query',
    async (sampleIndex) => {
      const data = eightQueries();
      const method = ['--method', 'feedback', '--rounds', '3', '--documents', '2', '--concurrency', '1'];
      const whole = await undisturbed(data, ...method);
      expect(whole.questions).toHaveLength(24);
      const at = await newDesk(data);
      await killedAt(at, sampleIndex, ...method);
      expect((await at.generate(...method)).code).toBe(0);
      expect(at.server.requests).toHaveLength(24 + 1);
      expect(FILES.map((name) => at.file(name, 'feedback'))).toEqual(whole.files);
    },
  );
});
