import type { Dispatcher } from 'undici';
import { describe, expect, it, vi } from 'vitest';
import { type Answer, hubRequest } from './hub-request.js';

const URL_ = new URL('http://hub.test/a?b=c');
const CHUNK = new Uint8Array(1 << 19);

/** An exchange whose other side is played by the test. */
const played = (signal = new AbortController().signal) => {
  const control = { pause: vi.fn(), resume: vi.fn(), abort: vi.fn() };
  const controller = control as unknown as Dispatcher.DispatchController;
  let asked: Dispatcher.DispatchOptions | undefined;
  let handler: Dispatcher.DispatchHandler = {};
  const dispatcher = {
    dispatch: (options: Dispatcher.DispatchOptions, given: Dispatcher.DispatchHandler) => {
      asked = options;
      handler = given;
      return true;
    },
  } as unknown as Dispatcher;
  const answer = hubRequest(dispatcher, URL_, { headers: { range: 'bytes=1-' } }, signal);
  handler.onRequestStart?.(controller, {});
  return {
    answer,
    asked,
    control,
    start: (status = 200, headers = {}) => handler.onResponseStart?.(controller, status, headers),
    data: (bytes: Uint8Array) => handler.onResponseData?.(controller, Buffer.from(bytes)),
    end: () => handler.onResponseEnd?.(controller, {}),
    error: (message: string) => handler.onResponseError?.(controller, new Error(message)),
  };
};

const read = async ({ body }: Answer): Promise<{ bytes: number[]; error?: string }> => {
  const bytes: number[] = [];
  try {
    for await (const chunk of body) bytes.push(...chunk);
    return { bytes };
  } catch (error) {
    return { bytes, error: (error as Error).message };
  }
};

describe('an exchange', () => {
  it('asks for the path with its query', () => {
    expect(played().asked).toMatchObject({
      origin: 'http://hub.test',
      path: '/a?b=c',
      method: 'GET',
      headers: { range: 'bytes=1-' },
    });
  });

  it('gives status, headers in any case, and the bytes in order', async () => {
    const { answer, start, data, end } = played();
    start(100);
    start(206, { 'content-range': 'bytes 1-3/4', 'set-cookie': ['a', 'b'] });
    data(Uint8Array.of(1));
    const given = await answer;
    expect([given.status, given.header('Content-Range'), given.header('set-cookie')]).toEqual([
      206,
      'bytes 1-3/4',
      'a',
    ]);
    expect(given.header('etag')).toBeUndefined();
    const bytes = read(given);
    data(Uint8Array.of(2, 3));
    end();
    expect(await bytes).toEqual({ bytes: [1, 2, 3] });
  });

  it('that broke gives all bytes that had come, and then the error', async () => {
    const { answer, start, data, error } = played();
    start();
    for (const byte of [1, 2, 3]) data(Uint8Array.of(byte));
    error('broken');
    expect(await read(await answer)).toEqual({ bytes: [1, 2, 3], error: 'broken' });
  });

  it('that fails before an answer fails', async () => {
    const { answer, error } = played();
    error('refused');
    await expect(answer).rejects.toThrow('refused');
  });

  it('makes the sender wait for a slow reader', async () => {
    const { answer, control, start, data, end } = played();
    start();
    data(CHUNK);
    data(CHUNK);
    expect(control.pause).not.toHaveBeenCalled();
    data(CHUNK);
    expect(control.pause).toHaveBeenCalledOnce();
    const { body } = await answer;
    const reader = body[Symbol.asyncIterator]();
    for (let i = 0; i < 3; i++) await reader.next();
    expect(control.resume).not.toHaveBeenCalled();
    const next = reader.next();
    await vi.waitFor(() => expect(control.resume).toHaveBeenCalledOnce());
    end();
    expect((await next).done).toBe(true);
  });

  it('is given up when told to, before and within the answer', async () => {
    for (const begun of [false, true]) {
      const stop = new AbortController();
      const { answer, control, start } = played(stop.signal);
      if (begun) start();
      stop.abort(new Error('enough'));
      if (begun) expect(await read(await answer)).toEqual({ bytes: [], error: 'enough' });
      else await expect(answer).rejects.toThrow('enough');
      expect(control.abort).toHaveBeenCalledOnce();
    }
    const never = hubRequest({} as Dispatcher, URL_, {}, AbortSignal.abort(new Error('at once')));
    await expect(never).rejects.toThrow('at once');
  });

  it('frees the connection when the rest is not wanted', async () => {
    const whole = played();
    whole.start(302, { location: '/x' });
    whole.end();
    (await whole.answer).discard();
    expect(whole.control.abort).not.toHaveBeenCalled();
    const half = played();
    half.start();
    (await half.answer).discard();
    expect(half.control.abort).toHaveBeenCalledOnce();
  });
});
