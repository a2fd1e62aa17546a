import { describe, expect, it } from 'vitest';
import { hashingEmbedder } from '../../../../test/support/embedders.js';
import { type TestTools, testTools } from '../../../../test/support/tools.js';
import { corpusOf, queryId, random } from '../../../core/index.js';
import { dense } from './dense.js';
import { givenDense } from './given-vectors.js';
import { parseVariant } from './variant.js';

const WORDS = ['gout', 'urate', 'iron', 'tired', 'thyroid', 'joint', 'renal', 'cough', 'fever', 'rash'];
const roll = random(1);
const some = (count: number) =>
  Array.from({ length: count }, () => WORDS[Math.floor(roll() * WORDS.length)]).join(' ');
const documents = Array.from({ length: 300 }, (_, i) => ({ id: `d${i}`, text: some(5) }));
const corpus = corpusOf('many', documents);
const queries = Array.from({ length: 5 }, (_, i) => ({ id: queryId(`q${i}`), text: some(3) }));
/** Enough for all but the vectors, by where they are. */
const FEW = { cached: 150.3e6, given: 150.2e6 };

const given = {
  from: 'here',
  spec: 'given',
  // In another order, and with one that is not asked for.
  documents: {
    ids: ['other', ...documents.map(({ id }) => id).toReversed()],
    rows: 301,
    columns: 256,
    data: Float32Array.from({ length: 301 * 256 }, () => roll() - 0.5),
  },
  queries: {
    ids: queries.map(({ id }) => id),
    rows: 5,
    columns: 256,
    data: Float32Array.from({ length: 5 * 256 }, () => roll() - 0.5),
  },
  queryTexts: new Map(),
};

const VARIANTS = [undefined, 'truncate:200', 'int8', 'binary', 'rescore:int8', 'truncate:200+rescore:binary'];
const retrievers = VARIANTS.flatMap((text) => {
  const variant = text === undefined ? {} : parseVariant(text);
  return [
    {
      name: `${text} of an embedder`,
      few: FEW.cached,
      make: () => dense({ embedder: hashingEmbedder({ dimensions: 256 }), name: 'h', variant }),
    },
    {
      name: `${text} of given vectors`,
      few: FEW.given,
      make: () => givenDense({ vectors: given, name: 'h', variant }),
    },
  ];
});

const withMemory = (memory?: number): TestTools => ({
  ...testTools(),
  ...(memory !== undefined && { memory }),
});

describe.each(retrievers)('$name', ({ make, few }) => {
  it('ranks alike in little memory', async () => {
    const ranked = async (memory?: number) => {
      const { run } = await make().open(corpus, withMemory(memory));
      return run(queries);
    };
    expect(await ranked(few)).toEqual(await ranked());
  });

  it('says what it needs where that is more than may be used', async () => {
    await expect(make().open(corpus, withMemory(100e6))).rejects.toThrow(
      /^h.*: searching 300 vectors on disk needs about 150\.\d MB of memory, and 100\.0 MB may be used/,
    );
  });
});

describe('vectors that are not held', () => {
  it('are not replaced by others where the cache loses them', async () => {
    const tools = withMemory(FEW.cached);
    const { run } = await dense({ embedder: hashingEmbedder({ dimensions: 256 }), name: 'h' }).open(
      corpus,
      tools,
    );
    const [stored] = [...tools.kept].find(([setting]) => setting.includes('"document"'))!.slice(1);
    const [first] = (stored as Map<never, Uint8Array>).keys();
    (stored as Map<never, Uint8Array>).delete(first!);
    await expect(run(queries)).rejects.toThrow(
      'h: 1 vectors that are not held in memory can no longer be read from the cache',
    );
  });
});
