import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { embedded } from '../../../test/support/embedded.js';
import { testTools } from '../../../test/support/tools.js';
import type { Embedder } from '../../core/index.js';
import { type Ask as AskFor, embedInBatches } from './settle-in-batches.js';

type Ask<Vector> = AskFor<string, Vector>;

const of = <Vector>(ask: Ask<Vector>, batchSize = 4, inFlight = 1): Pick<Embedder<Vector>, 'embed'> => ({
  embed: (texts, _role, { signal }) => embedInBatches(texts, ask, { batchSize, inFlight, signal }),
});

const lengths: Ask<number> = async (texts) => texts.map((text) => ({ value: text.length }));

describe('texts in batches', () => {
  it('come to one fate each, and only the bad ones fail, however they are batched', async () => {
    const text = fc.record({ fate: fc.constantFrom('good', 'bad', 'poison'), text: fc.string() });
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { maxLength: 60 }),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 4 }),
        async (given, batchSize, inFlight) => {
          // A poison text spoils every batch it is in.
          const ask: Ask<string> = async (texts) =>
            texts.some((each) => each.startsWith('poison'))
              ? { refused: `refused ${texts.length}` }
              : texts.map((each) => (each.startsWith('bad') ? { failed: 'bad' } : { value: `v ${each}` }));
          const texts = given.map(({ fate, text }) => `${fate}${text}`);
          const expected = given.map(({ fate }, i) =>
            fate === 'poison' ? 'refused 1' : fate === 'bad' ? 'bad' : `v ${texts[i]}`,
          );
          expect(await embedded(of(ask, batchSize, inFlight), texts)).toEqual(expected);
        },
      ),
    );
  });

  it('of like length are asked for together, the longest first, and given in the caller’s places', async () => {
    const asked: string[][] = [];
    const ask: Ask<number> = (texts) => {
      asked.push([...texts]);
      return lengths(texts);
    };
    expect(await embedded(of(ask, 2), ['a', 'bbbb', 'cc', '', 'dddd'])).toEqual([1, 4, 2, 0, 4]);
    expect(asked).toEqual([['bbbb', 'dddd'], ['cc', 'a'], ['']]);
  });

  it('have so many characters in a batch, of which a long text has no more than count', async () => {
    const asked: string[][] = [];
    const ask: Ask<number> = (texts) => {
      asked.push([...texts]);
      return lengths(texts);
    };
    const limits = { batchSize: 9, batchCharacters: 4, inFlight: 1 };
    const of = (more: object): Pick<Embedder<number>, 'embed'> => ({
      embed: (texts, _role, { signal }) => embedInBatches(texts, ask, { ...limits, ...more, signal }),
    });
    await embedded(of({}), ['aaaaaaaa', 'bbbbb', 'cc', 'd', 'e']);
    expect(asked).toEqual([['aaaaaaaa'], ['bbbbb'], ['cc', 'd', 'e']]);
    asked.length = 0;
    await embedded(of({ textCharacters: 2 }), ['aaaaaaaa', 'bbbbb', 'cc', 'd', 'e']);
    expect(asked).toEqual([
      ['aaaaaaaa', 'bbbbb'],
      ['cc', 'd', 'e'],
    ]);
  });

  it('none are asked for when there are none', async () => {
    expect(
      await embedded(
        of(() => Promise.reject(new Error('asked'))),
        [],
      ),
    ).toEqual([]);
  });

  it('one bad text among 64 costs as many calls as halving needs', async () => {
    let calls = 0;
    const ask: Ask<number> = (texts) => {
      calls++;
      return texts.includes('bad') ? Promise.resolve({ refused: 'bad' }) : lengths(texts);
    };
    await embedded(of(ask, 64), [...Array<string>(63).fill('good'), 'bad']);
    expect(calls).toBe(1 + 2 * Math.log2(64));
  });

  it('a final refusal is not asked again', async () => {
    let calls = 0;
    const ask: Ask<number> = async () => {
      calls++;
      return { refused: 'gone', final: true };
    };
    expect(await embedded(of(ask), ['a', 'b', 'c', 'd', 'e'])).toEqual(Array(5).fill('gone'));
    expect(calls).toBe(2);
  });

  it('at most the bounded number of batches is under way, and that many are', async () => {
    let running = 0;
    let most = 0;
    const ask: Ask<number> = async (texts) => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running--;
      return lengths(texts);
    };
    await embedded(of(ask, 1, 3), Array<string>(20).fill('x'));
    expect(most).toBe(3);
  });

  it('the next batch waits until the last one was taken', async () => {
    const asked: string[] = [];
    const ask: Ask<number> = (texts) => {
      asked.push(...texts);
      return lengths(texts);
    };
    const batches = of(ask, 1).embed(['bbb', 'aa', 'c'], 'query', testTools())[Symbol.asyncIterator]();
    await batches.next();
    await new Promise(setImmediate);
    expect(asked).toEqual(['bbb']);
    await batches.next();
    expect(asked).toEqual(['bbb', 'aa']);
  });
});

describe('an abort', () => {
  it('before the beginning asks for nothing', async () => {
    const tools = testTools({ signal: AbortSignal.abort(new Error('stopped')) });
    const ask: Ask<number> = () => Promise.reject(new Error('asked'));
    await expect(embedded(of(ask), ['a'], { tools })).rejects.toThrow('stopped');
  });

  it('ends the wait for a batch that never comes', async () => {
    const control = new AbortController();
    const ask: Ask<number> = () => {
      setImmediate(() => control.abort(new Error('stopped')));
      return new Promise(() => {});
    };
    const tools = testTools({ signal: control.signal });
    await expect(embedded(of(ask), ['a'], { tools })).rejects.toThrow('stopped');
  });

  it('between two batches ends the work, and one that fails afterwards is no unhandled error', async () => {
    const control = new AbortController();
    const ask: Ask<number> = async (texts) => {
      if (!texts.includes('late')) return lengths(texts);
      await new Promise(setImmediate);
      throw new Error('too late');
    };
    const tools = testTools({ signal: control.signal });
    const batches = of(ask, 1, 2).embed(['first', 'late'], 'query', tools)[Symbol.asyncIterator]();
    expect((await batches.next()).value).toMatchObject({ embedded: [{ place: 0, vector: 5 }] });
    control.abort(new Error('stopped'));
    await expect(batches.next()).rejects.toThrow('stopped');
    await new Promise(setImmediate);
    await new Promise(setImmediate);
  });

  it('stops halving', async () => {
    const control = new AbortController();
    let calls = 0;
    const ask: Ask<number> = async () => {
      calls++;
      control.abort(new Error('stopped'));
      return { refused: 'no' };
    };
    const tools = testTools({ signal: control.signal });
    await expect(embedded(of(ask, 8), Array<string>(8).fill('x'), { tools })).rejects.toThrow('stopped');
    expect(calls).toBe(1);
  });
});

it('an error that is no refusal ends the work', async () => {
  await expect(
    embedded(
      of(() => Promise.reject(new TypeError('a bug'))),
      ['a', 'b'],
    ),
  ).rejects.toThrow('a bug');
});
