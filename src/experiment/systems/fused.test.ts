import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError, type Retriever } from '../../core/index.js';
import { parseStages, printStages } from '../../search/pipeline/index.js';
import { fusionOfFlag, isFusion, resolveFusion } from './fused.js';

/** Builds retrievers of nothing but a name and a depth, and says which were closed. */
const builder = (failing?: string) => {
  const closed: string[] = [];
  const build = async (name: string, topK: number | undefined): Promise<Retriever> => {
    if (name === failing) throw new Error(`no ${name}`);
    return {
      name,
      spec: { name, topK: topK ?? null },
      open: async () => ({ facts: {}, run: async () => [] }),
      close: async () => {
        closed.push(name);
      },
    };
  };
  return { build, closed };
};
type Build = ReturnType<typeof builder>['build'];

const fused = async (text: string, topK?: number, build: Build = builder().build) =>
  resolveFusion<{ readonly topK?: number }>(parseStages(text)[0]!, (inner) => ({
    build: (context) => build(printStages(inner), context.topK),
  })).build(topK === undefined ? {} : { topK });

describe('a fusion in a system', () => {
  it.each([
    'rrf(bm25, bge)',
    'rrf(hyde(gpt4) > bm25, bge, stored:run.trec, k=100, ties=hakari, depth=500)',
    'weighted(bm25, bge, weights=0.3+0.7, normalise=z)',
    'weighted(bm25, bge)',
    'combsum(bm25, bge)',
    'combmnz(bm25, bge)',
  ])('%s is named as it is written', async (text) => {
    expect((await fused(text)).name).toBe(text);
  });

  it('leaves out what is as usual', async () => {
    expect((await fused('rrf(bm25, bge, k=60, ties=id)')).name).toBe('rrf(bm25, bge)');
    expect((await fused('weighted(bm25, bge, normalise=min-max)')).name).toBe('weighted(bm25, bge)');
  });

  it('asks for systems as deep as itself, or as its depth says', async () => {
    expect((await fused('rrf(bm25, bge)', 20)).spec).toMatchObject({
      topK: 20,
      sources: [{ topK: 20 }, { topK: 20 }],
    });
    expect((await fused('rrf(bm25, bge, depth=500)', 20)).spec).toMatchObject({
      topK: 20,
      depth: 500,
      sources: [{ topK: 500 }, { topK: 500 }],
    });
  });

  it.each([
    ['rrf(bm25)', 'two systems or more'],
    ['rrf(bm25, bge, k=abc)', 'k=abc; expected a number'],
    ['rrf(bm25, bge, k=-1)', 'k=-1'],
    ['rrf(bm25, bge, ties=hakri)', 'did you mean "hakari"?'],
    ['rrf(bm25, bge, depth=0)', 'a whole number from 1'],
    ['rrf(bm25, bge, weights=1+2)', 'unknown setting of rrf "weights"'],
    ['weighted(bm25, bge, weights=1)', 'for 1 rankings of 2 systems'],
    ['weighted(bm25, bge, weights=1+)', 'weights='],
    ['weighted(bm25, bge, normalise=zz)', 'did you mean "z"?'],
  ])('refuses %s', async (text, message) => {
    await expect(fused(text)).rejects.toThrow(message);
    await expect(fused(text)).rejects.toBeInstanceOf(InputError);
  });

  it('closes what it built when the rest cannot be built', async () => {
    const { build, closed } = builder('nv');
    await expect(fused('rrf(bm25, bge, nv)', undefined, build)).rejects.toThrow('no nv');
    expect(closed).toEqual(['bm25', 'bge']);
  });

  it('is known by its name', () => {
    expect(['rrf', 'weighted', 'combsum', 'combmnz', 'bm25', 'toString'].filter(isFusion)).toEqual([
      'rrf',
      'weighted',
      'combsum',
      'combmnz',
    ]);
  });
});

describe('--fuse', () => {
  it.each([
    ['rrf:bm25,bge', 'rrf(bm25, bge)'],
    ['rrf@100:bm25,bge', 'rrf(bm25, bge, k=100)'],
    ['rrf(k=100, ties=hakari):bm25, bge', 'rrf(bm25, bge, k=100, ties=hakari)'],
    ['weighted@0.3+0.7:bm25,bge', 'weighted(bm25, bge, weights=0.3+0.7)'],
    ['weighted@1+2(normalise=z):bm25,bge', 'weighted(bm25, bge, weights=1+2, normalise=z)'],
    ['rrf:hyde(gpt4) > bm25(k1=1.2, b=0.75),bge', 'rrf(hyde(gpt4) > bm25(k1=1.2, b=0.75), bge)'],
    ['rrf:served:http://localhost:8000/v1#m,bm25', 'rrf(served:http://localhost:8000/v1#m, bm25)'],
    ['combmnz:bm25,lsa', 'combmnz(bm25, lsa)'],
  ])('%s is %s', (text, expected) => {
    expect(printStages(fusionOfFlag(text))).toBe(expected);
  });

  it.each(['', 'rrf', 'rrf:', 'bm25,bge', 'rrf:bm25,(bge', 'rfr:bm25,bge', 'combsum@3:bm25,bge', 'rrf:,'])(
    'refuses "%s"',
    (text) => {
      expect(() => fusionOfFlag(text)).toThrow(InputError);
    },
  );

  it('gives a system that parses, or refuses', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('rrf', ':', '@', ',', '(', ')', 'bm25', 'k=1', ' ', '"') }),
        (text) => {
          try {
            const expression = printStages(fusionOfFlag(text));
            expect(printStages(parseStages(expression))).toBe(expression);
          } catch (error) {
            expect(error).toBeInstanceOf(InputError);
          }
        },
      ),
    );
  });
});
