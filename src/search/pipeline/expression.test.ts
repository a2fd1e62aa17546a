import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../core/index.js';
import { parseStages, printStages, slug } from './expression.js';

describe('a system as text', () => {
  it('has stages with plain and named settings', () => {
    expect(parseStages('hyde(gpt4) > bm25(k1=1.2, b=0.75) > top(10)')).toMatchObject([
      { name: 'hyde', values: ['gpt4'], named: {} },
      { name: 'bm25', values: [], named: { k1: '1.2', b: '0.75' } },
      { name: 'top', values: ['10'], named: {} },
    ]);
  });

  it('may lead outside the tables, quoted where it holds blanks or ">"', () => {
    const text = 'hyde(gpt4) > command:"python3 embed.py > log"(similarity=dot) > top(5)';
    expect(parseStages(text).map(({ name }) => name)).toEqual([
      'hyde',
      'command:"python3 embed.py > log"',
      'top',
    ]);
    expect(printStages(parseStages(text))).toBe(text);
    expect(parseStages('served:http://a:8000/v1,http://b/v1#BAAI/bge(int8)')[0]).toMatchObject({
      name: 'served:http://a:8000/v1,http://b/v1#BAAI/bge',
      values: ['int8'],
      named: {},
    });
  });

  it('takes a command whose quotes a shell has removed', () => {
    expect(printStages(parseStages('command:python3 own.py'))).toBe('command:"python3 own.py"');
    expect(printStages(parseStages('hyde(gpt4) > command:python3 "my file.py" (a) 1,2 > top(5)'))).toBe(
      `hyde(gpt4) > command:"python3 'my file.py' (a) 1,2" > top(5)`,
    );
    expect(parseStages('command:./embed(kind=sparse)')[0]).toMatchObject({
      name: 'command:./embed',
      values: [],
      named: { kind: 'sparse' },
    });
    expect(() => parseStages(`command:sh -c "echo 'a'"`)).toThrow('put the line into a script');
  });

  it('may hold systems as settings of a stage', () => {
    const [stage] = parseStages('rrf(hyde(gpt4)>bm25(k1=1.2,b=0.75),bge,k=100)');
    expect(stage).toMatchObject({
      name: 'rrf',
      values: ['hyde(gpt4) > bm25(k1=1.2, b=0.75)', 'bge'],
      named: { k: '100' },
    });
    expect(stage!.systems).toEqual([parseStages('hyde(gpt4) > bm25(k1=1.2, b=0.75)'), parseStages('bge')]);
    expect(printStages([stage!])).toBe('rrf(hyde(gpt4) > bm25(k1=1.2, b=0.75), bge, k=100)');
  });

  it('prints as it was written, spaces aside', () => {
    expect(printStages(parseStages(' hyde( gpt4 )>bm25(k1=1.2,b=0.75)'))).toBe(
      'hyde(gpt4) > bm25(k1=1.2, b=0.75)',
    );
  });

  it.each(['', '>', 'bm25 >', 'bm25(', 'bm25)', '(x)', '9lives', 'a(b(c)', 'a(b))', 'a(>)', 'bm25 lsa'])(
    'refuses "%s"',
    (text) => {
      expect(() => parseStages(text)).toThrow(InputError);
    },
  );

  it('never does anything but parse or refuse, and what it prints parses to the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab1-(),=> .:"#/') }), (text) => {
        try {
          const stages = parseStages(text);
          expect(parseStages(printStages(stages))).toEqual(stages);
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
        }
      }),
    );
  });
});

describe('a system as part of a path', () => {
  it.each([
    ['bm25', 'bm25'],
    ['hyde(gpt4) > bm25', 'hyde-gpt4.bm25'],
    ['bm25(k1=1.2, b=0.75)', 'bm25-k1-1.2-b-0.75'],
    ['bm25 > top(10)', 'bm25.top-10'],
    ['rrf(bm25, bge) > bge-reranker(100)', 'rrf-bm25-bge.bge-reranker-100'],
    ['rrf(hyde(gpt4) > bm25, bge)', 'rrf-hyde-gpt4-bm25-bge'],
    ['onnx(../../etc/passwd)', 'onnx-..-..-etc-passwd'],
  ])('%s becomes %s', (name, expected) => {
    expect(slug(name)).toBe(expected);
  });

  it('holds no separator of folders', () => {
    fc.assert(fc.property(fc.string(), (name) => !/[\\/]/.test(slug(name))));
  });

  it('is short enough for any disk, and still tells long names apart', () => {
    const fused = (last: string) =>
      `rrf(${Array.from({ length: 60 }, (_, i) => `bm25(k1=1.${i})`)}, ${last})`;
    const slugs = ['bm25', 'lsa'].map((last) => slug(fused(last)));
    expect(new Set(slugs).size).toBe(2);
    for (const each of [...slugs, slug(`module:${'é'.repeat(300)}.mjs`)]) {
      expect(new TextEncoder().encode(each).length).toBeLessThanOrEqual(255);
      expect(each).toMatch(/^[\p{L}\p{N}.-]+-[0-9a-f]{16}$/u);
    }
    expect(slugs[0]).toMatch(/^rrf-bm25-k1-1\.0-bm25-k1-1\.1-/);
    expect(slug('a'.repeat(255))).toBe('a'.repeat(255));
  });
});
