import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type ServerSentEvent, serverSentEvents } from './server-sent-events.js';

async function* inPieces(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  let from = 0;
  for (const cut of [...cuts.map((at) => at % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]) {
    yield bytes.slice(from, cut);
    from = cut;
  }
}

const read = async (text: string, cuts: readonly number[] = []): Promise<readonly ServerSentEvent[]> => {
  const events: ServerSentEvent[] = [];
  for await (const event of serverSentEvents(inPieces(new TextEncoder().encode(text), cuts)))
    events.push(event);
  return events;
};

const data = async (text: string): Promise<readonly string[]> =>
  (await read(text)).map((event) => event.data);

describe('a stream of events', () => {
  it.each([
    ['data: one\n\ndata: two\n\n', ['one', 'two']],
    ['data: one\r\n\r\ndata: two\r\n\r\n', ['one', 'two']],
    ['data: one\r\rdata: two\r\r', ['one', 'two']],
    ['data:one\n\ndata:  two\n\n', ['one', ' two']],
    ['data: YHOO\ndata: +2\ndata: 10\n\n', ['YHOO\n+2\n10']],
    ['data\n\ndata\ndata\n\ndata:', ['', '\n']],
    [': a comment\n\n: another\ndata: one\n\n', ['one']],
    ['id: 1\nretry: 5\nsomething else\ndata: one\n\n', ['one']],
    ['data: {"a": "b: c"}\n\n', ['{"a": "b: c"}']],
    ['\ufeffdata: one\n\n', ['one']],
    ['data: begun', []],
    ['data: begun\n', []],
    ['event: nothing\n\n', []],
    ['', []],
  ])('%j holds %j', async (text, expected) => {
    expect(await data(text)).toEqual(expected);
  });

  it('names its events, each for itself', async () => {
    expect(await read('event: ping\ndata: {}\n\ndata: x\n\n')).toEqual([
      { event: 'ping', data: '{}' },
      { event: 'message', data: 'x' },
    ]);
  });

  it('says the same wherever it is cut, within characters and line ends too', async () => {
    const line = fc
      .string({ unit: 'binary', maxLength: 12 })
      .map((text) => text.replace(/[\r\n\ufeff]/g, 'é🩺'));
    const event = fc.record({
      name: fc.constantFrom('', 'ping', 'content_block_delta'),
      lines: fc.array(line, { minLength: 1, maxLength: 3 }),
      comment: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { maxLength: 5 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.array(fc.nat(), { maxLength: 30 }),
        async (events, end, cuts) => {
          const text = events
            .map(({ name, lines, comment }) =>
              [
                ...(comment ? [': still here'] : []),
                ...(name ? [`event: ${name}`] : []),
                ...lines.map((each) => `data: ${each}`),
                '',
                '',
              ].join(end),
            )
            .join('');
          expect(await read(text, cuts)).toEqual(
            events.map(({ name, lines }) => ({ event: name || 'message', data: lines.join('\n') })),
          );
        },
      ),
    );
  });

  it('looks at each character once, however long a line is and in however many pieces it comes', async () => {
    const { split } = String.prototype;
    let characters = 0;
    vi.spyOn(String.prototype, 'split').mockImplementation(function (this: string, at) {
      characters += this.length;
      return split.call(this, at);
    });
    onTestFinished(() => void vi.restoreAllMocks());
    const bytes = new TextEncoder().encode(`data: ${'x'.repeat(5000)}\n\n`);
    const events = await read(
      new TextDecoder().decode(bytes),
      Array.from(bytes, (_, i) => i),
    );
    expect(events[0]?.data).toHaveLength(5000);
    expect(characters).toBe(bytes.length);
  });

  it('may be any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.array(fc.nat()), async (bytes, cuts) => {
        const whole: ServerSentEvent[] = [];
        for await (const event of serverSentEvents(inPieces(bytes, []))) whole.push(event);
        const cut: ServerSentEvent[] = [];
        for await (const event of serverSentEvents(inPieces(bytes, cuts))) cut.push(event);
        expect(cut).toEqual(whole);
      }),
    );
  });
});
