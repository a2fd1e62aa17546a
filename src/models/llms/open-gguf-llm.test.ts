import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeLlama } from '../../../test/support/fake-llama.js';
import { writtenFolder } from '../../../test/support/written-folder.js';
import { llmName } from './llm-entries.js';
import { openLlm, openPlannedLlm } from './open-llm.js';
import type { LlmSettings } from './resolve-llm.js';

const { signal } = new AbortController();
const context = { env: {}, note: () => {} };
const user = (content: string) => ({ messages: [{ role: 'user', content } as const], sampling: {} });

const opened = async (settings: LlmSettings = {}, size?: number) => {
  const { fake, module } = fakeLlama(size);
  vi.doMock('node-llama-cpp', module);
  const folder = writtenFolder({ 'my model.Q4.gguf': 'GGUF weights' });
  return { fake, model: await openLlm(`gguf:${folder}/my model.Q4.gguf`, settings, context) };
};

afterEach(() => vi.doUnmock('node-llama-cpp'));

describe('gguf:FILE as a language model', () => {
  it('is called after its file, and known by its content wherever it is', async () => {
    expect(llmName('gguf:/a/b/my model.Q4.gguf')).toBe('my-model.Q4');
    expect(llmName('gguf:C:\\models\\tiny.GGUF')).toBe('tiny');
    const [{ model: first }, { model: second }] = [await opened(), await opened()];
    expect(first.spec).toEqual(second.spec);
    expect(first.spec).toMatchObject({
      model: 'my model.Q4.gguf',
      sha256: expect.stringMatching(/^\w{64}$/),
    });
  });

  it('writes with the sampling of local models and counts tokens', async () => {
    const { fake, model } = await opened({ sampling: { maxTokens: 5 }, threads: 2 });
    const reply = await model.ask(
      {
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Why?' },
        ],
        sampling: { temperature: 0, stop: ['END'] },
      },
      signal,
    );
    expect(reply).toMatchObject({ text: 'an answer', finish: 'stop', tokensOut: 2, estimated: false });
    expect(fake.contexts[0]).toMatchObject({ contextSize: 64, threads: 2 });
    expect(fake.asked[0]).toMatchObject({
      turns: [
        { type: 'system', text: 'Be brief.' },
        { type: 'user', text: 'Why?' },
        { type: 'model', response: [] },
      ],
      options: {
        temperature: 0,
        seed: 42,
        maxTokens: 5,
        topK: 0,
        repeatPenalty: false,
        customStopTriggers: ['END'],
      },
    });
    expect(model.usage()).toMatchObject({ calls: 1, failed: 0, tokensIn: reply.tokensIn, tokensOut: 2 });
    await model.close();
    expect(fake.disposed).toBe(1);
  });

  it('continues its own last message, and tells thoughts and stop texts apart', async () => {
    const { fake, model } = await opened();
    fake.answer = { response: '', thought: 'hm', stopReason: 'customStopTrigger', trigger: '</search>' };
    const messages = [...user('Q').messages, { role: 'assistant', content: 'A is' } as const];
    const reply = await model.ask({ messages, sampling: {} }, signal);
    expect(reply).toMatchObject({ text: '', reasoning: 'hm', finish: 'stop', stoppedAt: '</search>' });
    expect(fake.asked[0]!.turns.at(-1)).toEqual({ type: 'model', response: ['A is'] });
  });

  it('writes no more than its context has room for, and refuses a prompt that fills it', async () => {
    const { fake, model } = await opened({}, 20);
    fake.answer = { response: 'a b', stopReason: 'maxTokens' };
    expect((await model.ask(user('three words here'), signal)).finish).toBe('length');
    expect(fake.asked[0]!.options.maxTokens).toBeLessThan(20);
    await expect(model.ask(user('word '.repeat(30)), signal)).rejects.toMatchObject({ kind: 'too-long' });
    fake.answer = { response: ' \n' };
    await expect(model.ask(user('Q'), signal)).rejects.toMatchObject({ kind: 'empty' });
    expect(model.usage()).toMatchObject({ calls: 3, failed: 2 });
  });

  it('stays within a budget of tokens', async () => {
    const { fake, model } = await opened({ budget: { tokens: 10 } });
    await expect(model.ask(user('Q'), signal)).rejects.toThrow(/budget/);
    expect(fake.asked).toEqual([]);
  });

  it.each([
    [{ endpoints: ['http://localhost:1/v1'] }, /--llm-endpoint for my-model\.Q4.*served:URL#model/s],
    [{ batchApi: true }, /leave out --batch-api/],
  ])('refuses what is of servers: %o', async (settings, error) => {
    await expect(opened(settings)).rejects.toThrow(error);
  });

  it('names the line that installs the runtime where it is missing, and plans without it', async () => {
    vi.doMock('node-llama-cpp', () => {
      throw new Error("Cannot find package 'node-llama-cpp'");
    });
    const folder = writtenFolder({ 'm.gguf': 'GGUF' });
    const opening = openLlm(`gguf:${folder}/m.gguf`, {}, context);
    await expect(opening).rejects.toThrow(/npm install node-llama-cpp@3 --ignore-scripts/);
    expect((await openPlannedLlm(`gguf:${folder}/m.gguf`, {}, context)).name).toBe('m');
  });
});
