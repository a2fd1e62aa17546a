import { describe, expect, it } from 'vitest';
import type { Corpus, Retriever, Tools } from '../../core/index.js';
import { parseStages, printStages } from '../../search/pipeline/index.js';
import { ablationsOf } from './ablation.js';
import { isCombination, resolveChooser } from './choosing.js';

const builder = (failing?: string) => {
  const [built, closed]: [string[], string[]] = [[], []];
  const build = async (name: string): Promise<Retriever> => {
    if (name === failing) throw new Error(`no ${name}`);
    built.push(name);
    return {
      name,
      spec: { name },
      open: async () => ({ facts: {}, run: async () => [] }),
      close: async () => void closed.push(name),
    };
  };
  return { build, built, closed };
};

const made = async (text: string, family?: string, of = builder()) =>
  resolveChooser(parseStages(text)[0]!, (inner) => ({ build: () => of.build(printStages(inner)) })).build({
    task: { about: family === undefined ? {} : { family } },
  });

describe('a route', () => {
  it.each([
    ['case', 'lsa > top(5)'],
    ['qa', 'bm25'],
    ['evidence', 'bge'],
    [undefined, 'bm25'],
    ['toString', 'bm25'],
  ])('builds for the family %s %s alone, and has one name for all', async (family, expected) => {
    const of = builder();
    const stage = await made('route(bm25, lsa > top(5), bge, qa=1, case=2, evidence=3)', family, of);
    expect(of.built).toEqual([expected]);
    expect(stage.name).toBe('route(bm25, lsa > top(5), bge, case=2, evidence=3)');
    expect(stage.spec).toMatchObject({ family: family ?? null, source: { name: expected } });
    await stage.close?.();
    expect(of.closed).toEqual([expected]);
    const runner = await stage.open({} as Corpus, {} as Tools);
    expect((await runner.explainHits!({} as never, [], {})).chosen).toEqual([
      { by: 'route', system: expected, features: [{ name: 'family', value: family ?? 'unknown' }] },
    ]);
  });

  it.each([
    ['route(bm25)', 'two systems or more'],
    ['route(bm25, lsa, case=3)', 'from 1 to 2'],
    ['route(bm25, lsa, case=0)', 'a whole number from 1'],
    ['route(bm25, lsa, cases=2)', 'did you mean "case"?'],
    ['gate(bm25, lsa, bge)', 'two systems'],
    ['gate(bm25, lsa, lenght=3)', 'did you mean "length"?'],
    ['gate(bm25, lsa, overlap=2)', 'a number from 0 to 1'],
  ])('%s is refused', async (text, message) => {
    await expect(made(text)).rejects.toThrow(message);
  });
});

describe('a gate in a system', () => {
  it('is named as it is written, and closes what it built when the rest cannot be built', async () => {
    expect((await made('gate(bm25, lsa, length=40)')).name).toBe('gate(bm25, lsa, length=40)');
    const of = builder('lsa');
    await expect(made('gate(bm25, lsa)', 'qa', of)).rejects.toThrow('no lsa');
    expect(of.closed).toEqual(['bm25']);
  });

  it('combines systems, as a fusion does', () => {
    expect(['gate', 'route', 'rrf', 'bm25', 'toString'].filter(isCombination)).toEqual([
      'gate',
      'route',
      'rrf',
    ]);
  });
});

describe('ablation of a choice', () => {
  const without = (text: string) =>
    ablationsOf(parseStages(text)).map(({ part, without: left }) => [part, printStages(left)]);

  it('leaves a gate its other system', () => {
    expect(without('gate(bm25, rm3 > bm25, length=9) > top(5)')).toEqual([
      ['bm25', 'rm3 > bm25 > top(5)'],
      ['rm3 > bm25', 'bm25 > top(5)'],
      ['rm3', 'gate(bm25, bm25, length=9) > top(5)'],
      ['top(5)', 'gate(bm25, rm3 > bm25, length=9)'],
    ]);
  });

  it('counts the systems of a route again', () => {
    expect(without('route(bm25, lsa, bge, case=2, qa=3)')).toEqual([
      ['bm25', 'route(lsa, bge, case=1, qa=2)'],
      ['lsa', 'route(bm25, bge, qa=2)'],
      ['bge', 'route(bm25, lsa, case=2)'],
    ]);
  });
});
