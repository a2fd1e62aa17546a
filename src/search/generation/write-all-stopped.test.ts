import { describe, expect, it } from 'vitest';
import { type Scripted, scriptedChat } from '../../../test/support/scripted-chat.js';
import { testTools } from '../../../test/support/tools.js';
import { options, queries, writerOf } from '../../../test/support/writing-all.js';
import { WorkError } from '../../core/index.js';
import { ChatFailure } from '../../models/llms/index.js';
import { generateTexts } from './generate-texts.js';
import { GenerationStopped } from './generated-texts.js';

const stopped = async (work: Promise<unknown>): Promise<GenerationStopped> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(GenerationStopped);
  return error as GenerationStopped;
};

/** Promises that the test settles. */
const gates = () => {
  const open = new Map<string, (answer: Scripted) => void>();
  let told = (): void => {};
  return {
    wait: (name: string) =>
      new Promise<Scripted>((resolve) => {
        open.set(name, resolve);
        told();
      }),
    answer: (name: string, answer: Scripted) => {
      open.get(name)!(answer);
      open.delete(name);
    },
    waiting: () => [...open.keys()],
    until: (count: number) =>
      new Promise<void>((resolve) => {
        told = () => open.size >= count && resolve();
        told();
      }),
  };
};

describe('what goes wrong', () => {
  it('a call that is not answered fails its query, and the others go on', async () => {
    const chat = scriptedChat(({ prompt }) =>
      prompt === 'case 1' ? new ChatFailure('empty', 'an empty answer') : 'x',
    );
    const { drafts, failures } = await generateTexts(writerOf(), options(chat));
    expect([...drafts.keys()]).toEqual(['q0', 'q2', 'q3', 'q4']);
    expect(failures).toEqual([{ id: 'q1', sample: 0, kind: 'empty', reason: 'an empty answer' }]);
  });

  it('a spent budget ends the work: nothing new is begun, and calls in flight finish', async () => {
    const gate = gates();
    const chat = scriptedChat(({ prompt }) => gate.wait(prompt));
    const work = stopped(generateTexts(writerOf(), options(chat, { concurrency: 3 })));
    await gate.until(3);
    gate.answer('case 1', new WorkError('the budget is spent', 'raise it'));
    gate.answer('case 2', 'kept');
    gate.answer('case 0', 'kept too');
    const { written, cause } = await work;
    expect([...written.drafts.keys()]).toEqual(['q0', 'q2']);
    expect(written.usage.calls).toBe(2);
    expect(cause).toEqual(new WorkError('the budget is spent', 'raise it'));
    expect(chat.asked.map(({ prompt }) => prompt)).toEqual(['case 0', 'case 1', 'case 2']);
  });

  it('stopping lets calls in flight finish but begins no further call, not even of a text half done', async () => {
    const gate = gates();
    const stop = new AbortController();
    const chat = scriptedChat(({ prompt }) => gate.wait(prompt));
    const work = stopped(
      generateTexts(writerOf({}, 2), options(chat, { concurrency: 2, stop: stop.signal })),
    );
    await gate.until(2);
    gate.answer('case 0', 'half of 0');
    await gate.until(2);
    stop.abort(new WorkError('stopped'));
    gate.answer('half of 0', 'whole');
    gate.answer('case 1', 'half of 1');
    const { written, message } = await work;
    expect(message).toBe('stopped');
    expect([...written.drafts].map(([id, { texts }]) => [id, texts])).toEqual([['q0', ['whole']]]);
    expect(chat.asked.map(({ prompt }) => prompt)).toEqual(['case 0', 'case 1', 'half of 0']);
  });

  it('goes on where it stopped: nothing that was answered is asked twice', async () => {
    let left = 3;
    const chat = scriptedChat(({ prompt }) => (left-- > 0 ? `on ${prompt}` : new WorkError('spent')));
    await stopped(generateTexts(writerOf({}, 2), options(chat, { concurrency: 1 })));
    left = Number.POSITIVE_INFINITY;
    const { drafts } = await generateTexts(writerOf({}, 2), options(chat, { concurrency: 2 }));
    expect([...drafts.values()].map(({ texts }) => texts[0])).toEqual(
      queries(5).map(({ text }) => `on on ${text}`),
    );
    const answered = chat.asked.length - 1;
    expect(answered).toBe(10);
  });

  it('an abort is a stop', async () => {
    const abort = new AbortController();
    abort.abort(new WorkError('gone'));
    const chat = scriptedChat(() => 'x');
    const work = generateTexts(writerOf(), options(chat, { tools: testTools({ signal: abort.signal }) }));
    expect((await stopped(work)).written.drafts.size).toBe(0);
    expect(chat.asked).toEqual([]);
  });
});
