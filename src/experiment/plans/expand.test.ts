import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../core/index.js';
import { expand } from './expand.js';
import { defineExperiment, type Experiment } from './experiment-schema.js';

const systems = (experiment: Experiment) => expand(experiment).runs.map(({ system }) => system);

describe('an experiment', () => {
  it('runs every system with every value of its placeholders', () => {
    const found = systems({
      systems: ['{retriever} > {reranker}({depth})'],
      variants: { retriever: ['bm25', 'bge'], reranker: ['mono'], depth: [10, 100] },
    });
    expect([...found].sort()).toEqual([
      'bge > mono(10)',
      'bge > mono(100)',
      'bm25 > mono(10)',
      'bm25 > mono(100)',
    ]);
  });

  it('multiplies a system only by the placeholders it holds', () => {
    const variants = { retriever: ['bm25', 'bge'], depth: [10, 100] };
    expect(systems({ systems: ['lsa', '{retriever}', 'lsa > top({depth})'], variants })).toHaveLength(5);
  });

  it('puts whole systems into placeholders', () => {
    const variants = { first: ['bm25', 'rrf(bm25, hyde(gpt4)>bge)'] };
    expect(systems({ systems: ['{first} > top(10)'], variants })).toContain(
      'rrf(bm25, hyde(gpt4) > bge) > top(10)',
    );
  });

  it('runs the same system once, however often and however it is written', () => {
    expect(
      systems({
        systems: ['hyde(gpt4)>bm25', 'hyde( gpt4 ) > bm25', '{r}'],
        variants: { r: ['bm25', 'bm25'] },
      }),
    ).toEqual(['bm25', 'hyde(gpt4) > bm25']);
  });

  it('names systems as it is told, placeholders included', () => {
    const { runs } = expand({
      systems: [{ name: 'fused with {r}', system: 'rrf(bm25, {r})' }, 'bm25'],
      variants: { r: ['lsa', 'bge'] },
    });
    expect(runs.map(({ name }) => name).sort()).toEqual(['bm25', 'fused with bge', 'fused with lsa']);
  });

  it('keeps what has settings of its own in a folder of its own, and names them', () => {
    const { runs } = expand({
      systems: ['bm25', { system: 'bm25', topK: 1000 }, { name: 'odd', system: 'lsa', asPublished: true }],
      generations: 'published',
    });
    expect(runs).toMatchObject([
      {
        system: 'bm25',
        name: 'bm25',
        label: '',
        folder: '',
        own: {},
        settings: { generations: 'published' },
      },
      {
        system: 'bm25',
        name: 'bm25 [topK=1000]',
        label: ' [topK=1000]',
        folder: 'topK-1000',
        own: { topK: 1000 },
        settings: { generations: 'published', topK: 1000 },
      },
      {
        system: 'lsa',
        name: 'odd',
        label: ' [asPublished=true]',
        folder: 'asPublished-true',
        own: { asPublished: true },
        settings: { generations: 'published', asPublished: true },
      },
    ]);
  });

  it('varies settings for every system that does not set them itself', () => {
    const { runs } = expand({
      systems: ['bm25', { system: 'lsa', topK: 7 }],
      variants: { topK: [10, 100], asPublished: [false, true] },
    });
    expect(runs.map(({ system, folder }) => `${system} ${folder}`).sort()).toEqual([
      'bm25 topK-10.asPublished-false',
      'bm25 topK-10.asPublished-true',
      'bm25 topK-100.asPublished-false',
      'bm25 topK-100.asPublished-true',
      'lsa topK-7.asPublished-false',
      'lsa topK-7.asPublished-true',
    ]);
    expect(new Set(runs.map(({ name }) => name)).size).toBe(6);
  });

  it('leaves {task} to the place where run files are found', () => {
    expect(systems({ systems: ['rrf(stored:runs/{task}.trec, bm25)'] })).toEqual([
      'rrf(stored:runs/{task}.trec, bm25)',
    ]);
  });

  it('says everything else once for all', () => {
    const plan = expand(
      defineExperiment({
        title: 't',
        suite: 'sample',
        tasks: ['Biology'],
        data: ['mine'],
        systems: ['bm25'],
        measures: ['nDCG@10', 'MRR'],
        missing: 'skip',
        out: 'o',
      }),
    );
    expect(plan).toMatchObject({
      title: 't',
      suite: 'sample',
      tasks: ['Biology'],
      data: ['mine'],
      missing: 'skip',
      out: 'o',
    });
    expect(plan.measures.map(({ name }) => name)).toEqual(['nDCG@10', 'MRR']);
  });

  it('is the same plan in whatever order its systems and values stand', () => {
    const stage = fc.constantFrom(
      'bm25',
      'bge',
      'lsa',
      'nv',
      'rrf(bm25, bge)',
      'rrf(bm25, nv, k=100)',
      '{r}',
    );
    const after = fc.constantFrom('', ' > mono(10)', ' > mono({d})', ' > top(5) > mono(10)');
    const before = fc.constantFrom('', 'hyde(gpt4) > ', 'hyde({w}) > ');
    const system = fc.tuple(before, stage, after).map((parts) => parts.join(''));
    const variants = { r: ['bm25', 'bge', 'e5'], d: [10, 100], w: ['gpt4', 'qwen'] };
    const all = ['{r}', 'bm25 > mono({d})', 'hyde({w}) > bm25'];
    fc.assert(
      fc.property(
        fc.array(system, { maxLength: 8 }).chain((found) => {
          const list = [...found, ...all];
          return fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }));
        }),
        ([list, shuffled]) => {
          const reversed = Object.fromEntries(
            Object.entries(variants)
              .reverse()
              .map(([name, values]) => [name, [...values].reverse()]),
          );
          expect(expand({ systems: shuffled, variants: reversed })).toEqual(
            expand({ systems: list, variants }),
          );
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('an experiment is refused', () => {
  it.each<[string, Experiment, string]>([
    [
      'for a placeholder without values',
      { systems: ['{r}'], variants: { q: ['x'], rr: ['y'] } },
      'the variant "q"',
    ],
    [
      'for an unknown placeholder',
      { systems: ['{retriver}', '{retriever}'], variants: { retriever: ['bm25'] } },
      'did you mean "retriever"?',
    ],
    ['for placeholders without variants', { systems: ['{r}'] }, 'the placeholder {r}, and no variants'],
    [
      'for a variant that nothing uses',
      { systems: ['bm25'], variants: { depth: [1] } },
      'which no system holds',
    ],
    [
      'for a variant named task',
      { systems: ['{task}'], variants: { task: ['a'] } },
      'a variant named "task"',
    ],
    ['for a malformed system', { systems: ['bm25 >'] }, 'the system "bm25 >"'],
    [
      'for a malformed system after filling in',
      { systems: ['{r}(10)'], variants: { r: ['a(b)'] } },
      'in the system',
    ],
    ['for an unknown measure', { systems: ['bm25'], measures: ['nDGC@10'] }, 'did you mean "nDCG"?'],
    ['for a depth that is none', { systems: ['bm25'], variants: { topK: [0] } }, 'topK: 0'],
    ['for two names of one system', { systems: ['bm25', { name: 'b', system: 'bm25' }] }, 'under two names'],
    [
      'for one name of two systems',
      {
        systems: [
          { name: 'b', system: 'bm25' },
          { name: 'b', system: 'lsa' },
        ],
      },
      'two systems named "b"',
    ],
  ])('%s', (_, experiment, message) => {
    expect(() => expand(experiment)).toThrow(InputError);
    expect(() => expand(experiment)).toThrow(message);
  });

  it('with the place of the system that is wrong', () => {
    const asked: unknown[] = [];
    const placeOf = (path: readonly (string | number)[]) => {
      asked.push(path);
      return { file: 'e.yaml', line: 7 };
    };
    expect(() => expand({ systems: ['bm25', '>'] }, placeOf)).toThrow('e.yaml:7: ');
    expect(asked).toContainEqual(['systems', 1]);
  });
});
