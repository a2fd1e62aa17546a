import { describe, expect, it } from 'vitest';
import { readSettings, setting, settledSettings } from './settings.js';

const DECLARED = {
  window: setting.count('documents shown at once', 20),
  weight: setting.number('share of the score', 1, { expected: 'a share', holds: (share) => share <= 1 }),
  pooling: setting.oneOf(['cls', 'mean'], 'how one vector is made'),
  normalise: setting.truth('to unit length'),
  sameAs: setting.text('the same model elsewhere'),
  retriever: setting.system('what searches', 'bm25'),
} as const;

describe('settings in a text', () => {
  it('are read as what they are', () => {
    const named = {
      window: '5',
      weight: '0.5',
      pooling: 'mean',
      normalise: 'false',
      sameAs: 'mine',
      retriever: 'hyde(gpt4) > bm25',
    };
    expect(readSettings('it', DECLARED, named)).toEqual({
      ...named,
      window: 5,
      weight: 0.5,
      normalise: false,
    });
    expect(readSettings('it', DECLARED, {})).toEqual({});
  });

  it.each([
    [{ windwo: '5' }, 'unknown setting of it "windwo"', 'did you mean "window"?'],
    [{ toString: '5' }, 'unknown setting of it "toString"', 'one of window, weight'],
    [{ window: '0' }, 'window=0', 'a whole number from 1'],
    [{ window: '1.5' }, 'window=1.5', 'a whole number from 1'],
    [{ window: '' }, 'window=', 'a whole number from 1'],
    [{ weight: '2' }, 'weight=2', 'a share'],
    [{ weight: ' ' }, 'weight= ', 'a share'],
    [{ weight: 'Infinity' }, 'weight=Infinity', 'a share'],
    [{ pooling: 'maen' }, 'unknown pooling "maen"', 'did you mean "mean"?'],
    [{ normalise: 'yes' }, 'unknown normalise "yes"', 'one of true, false'],
  ])('%o is refused', (named, found, more) => {
    expect(() => readSettings('it', DECLARED, named)).toThrow(found);
    expect(() => readSettings('it', DECLARED, named)).toThrow(more);
  });
});

describe('settings in code', () => {
  it('have their defaults', () => {
    expect(settledSettings('it', DECLARED, { window: 3 })).toEqual({
      window: 3,
      weight: 1,
      pooling: undefined,
      normalise: undefined,
      sameAs: undefined,
      retriever: 'bm25',
    });
  });

  it('are checked as those in a text are', () => {
    expect(() => settledSettings('it', DECLARED, { window: 0 })).toThrow(
      'it: window = 0; expected a whole number from 1',
    );
    expect(() => settledSettings('it', DECLARED, { pooling: 'maen' })).toThrow('expected one of cls, mean');
  });
});
