import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writtenFolder } from '../../../test/support/written-folder.js';
import { InputError } from '../../core/index.js';
import { readExperiment, readPlan } from './read-experiment.js';

const written = (content: string, name = 'e.yaml') => join(writtenFolder({ [name]: content }), name);
const problemOf = async (file: string) => {
  const error: unknown = await readPlan(file).catch((thrown: unknown) => thrown);
  if (!(error instanceof InputError)) throw new Error('no InputError', { cause: error });
  return error.details;
};

describe('an experiment file', () => {
  it('may be YAML, with anchors and comments', async () => {
    const text = 'systems: # two\n  - &first bm25\n  - "{r} > top(3)"\nvariants:\n  r: [*first, lsa]\n';
    const { experiment } = await readExperiment(written(text));
    expect(experiment).toEqual({ systems: ['bm25', '{r} > top(3)'], variants: { r: ['bm25', 'lsa'] } });
  });

  it('may be JSON, and say which schema it keeps to', async () => {
    const file = written('{"$schema": "x.json", "systems": ["bm25"], "topK": 10}', 'e.json');
    expect((await readPlan(file)).runs[0]).toMatchObject({ system: 'bm25', settings: { topK: 10 } });
  });

  it('may be a module that exports it', async () => {
    const file = written('export default { systems: ["bm25", "lsa"] };\n', 'e.mjs');
    expect((await readPlan(file)).runs.map(({ system }) => system)).toEqual(['bm25', 'lsa']);
  });

  it.each([
    ['systems:\n  - bm25\nsuit: sample\n', 3, 'the file: unknown "suit"'],
    ['systems:\n  - bm25\n  - system: lsa\n    topk: 3\n', 4, 'systems.1: unknown "topk"'],
    ['systems:\n  - bm25\n  - system: lsa\n    topK: many\n', 4, 'systems.1.topK: string'],
    ['systems:\n  - bm25\n  - name: x\n', 3, 'systems.1.system: nothing'],
    ['systems:\n  - 3\n', 2, 'systems.0: neither text nor object'],
    ['title: x\nsuite: sample\n', 1, 'systems: nothing'],
    ['suite: sample\n# two\nsytems:\n  - bm25\n', 3, 'the file: unknown "sytems"'],
    ['systems:\n  - bm25\n  - sytem: lsa\n', 3, 'systems.1: unknown "sytem"'],
    ['systems:\n  - naem: x\n    sytem: lsa\n', 2, 'systems.0: unknown "naem", "sytem"'],
    ['systems: [bm25]\n__proto__: 1\n', 2, 'the file: unknown "__proto__"'],
    ['systems: [bm25]\nvariants:\n  __proto__: [1]\n', 3, 'a variant named "__proto__"'],
    ['systems:\n  - bm25\n  - *mine\n', 3, '*mine, an alias of nothing'],
    ['\n\nsystems: bm25\n', 3, 'systems: string'],
    ['systems: []\n', 1, 'systems: '],
    ['systems:\n  - {retriever} > bm25\n', 2, ''],
    ['systems:\n  - bm25\n  - "bm25 >"\n', 3, 'the system "bm25 >"'],
    ['systems:\n  - bm25\n  - "{r}"\nvariants: {q: [1]}\n', 4, 'the variant "q"'],
    ['systems: [bm25]\nmeasures:\n  - nDCG@10\n  - nDGC@5\n', 4, 'unknown measure "nDGC"'],
    ['systems: [bm25]\nvariants:\n  topK:\n    - 5\n    - -5\n', 3, 'topK: -5'],
    ['systems: [bm25]\nsystems: [lsa]\n', 2, 'Map keys must be unique'],
    ['systems:\n\t- bm25\n', 2, ''],
    ['systems: [!odd bm25]\n', 1, 'Unresolved tag'],
    ['missing: never\nsystems: [bm25]\n', 1, 'missing: '],
    ['', 1, 'the file: null'],
    ['- bm25\n', 1, 'the file: array'],
    ['systems: [bm25]\n---\nsystems: [lsa]\n', 2, 'Source contains multiple documents'],
  ])('%j is refused at line %d', async (text, line, found) => {
    const file = written(text);
    const problem = await problemOf(file);
    expect(problem.at).toEqual({ file, line });
    expect(problem.found).toContain(found);
  });

  it('names the file when it cannot be found, has another ending, or is a module that fails', async () => {
    expect((await problemOf('/nowhere/e.yaml')).at).toEqual({ file: '/nowhere/e.yaml' });
    expect((await problemOf(written('', 'e.toml'))).found).toBe('a file that ends in .toml');
    expect((await problemOf(written('', 'experiment'))).found).toBe('a file without an ending');
    const failing = written('throw new Error("too early");', 'e.mjs');
    expect(await problemOf(failing)).toMatchObject({
      at: { file: failing },
      found: 'a module that fails: too early',
    });
    const wrong = written('export default { systems: 3 };', 'e.mjs');
    expect(await problemOf(wrong)).toMatchObject({ at: { file: wrong }, found: 'systems: number' });
    expect((await problemOf(written('', 'e.mjs'))).found).toBe('the file: nothing');
  });

  it('is never a bomb', async () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
    for (let i = 1; i < 9; i++) lines.push(`a${i}: &a${i} [${new Array(10).fill(`*a${i - 1}`).join(', ')}]`);
    const problem = await problemOf(written(`${lines.join('\n')}\nsystems: *a8\n`));
    expect(problem).toMatchObject({
      at: { line: 3 },
      found: expect.stringContaining('*a1, an alias of aliases'),
    });
  });

  it('names the nearest key for any key with one letter too many, too few or changed', async () => {
    const keys = ['title', 'suite', 'tasks', 'systems', 'variants', 'measures', 'missing', 'generations'];
    const misspelt = fc
      .tuple(fc.constantFrom(...keys), fc.nat(20), fc.constantFrom('', 'q', 'qz'))
      .map(([key, at, put]) => ({
        key,
        wrong: key.slice(0, at % key.length) + put + key.slice((at % key.length) + 1),
      }))
      .filter(({ wrong }) => !keys.includes(wrong) && wrong !== 'data' && wrong !== 'out');
    await fc.assert(
      fc.asyncProperty(misspelt, fc.nat(5), async ({ key, wrong }, above) => {
        const problem = await problemOf(written(`${'# a line\n'.repeat(above)}${wrong}: [x]\n`));
        expect(problem).toMatchObject({ at: { line: above + 1 }, fix: expect.stringContaining(`"${key}"`) });
        expect(problem.found).toContain(`"${wrong}"`);
      }),
    );
  });

  it('says line and fix for aliases in any wrong order', async () => {
    const line = fc.tuple(fc.nat(4), fc.array(fc.nat(4), { maxLength: 12 }));
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 12 }), async (rows) => {
        const text = rows.map(
          ([name, of], i) => `k${i}: &a${name} [x, ${of.map((each) => `*a${each}`).join(', ')}]`,
        );
        const problem = await problemOf(written(`${text.join('\n')}\nsystems: [*a0]\n`));
        expect(problem.at?.line).toBeGreaterThan(0);
        expect(problem.fix).toBeTruthy();
      }),
    );
  });

  it('gives a plan or an InputError, whatever it holds', async () => {
    const pieces = fc.constantFrom(
      'systems:',
      '\n',
      '  - ',
      'bm25',
      ' > ',
      '"{r}"',
      'variants:',
      ' r: ',
      '[',
      ']',
      '{',
      '}',
      '&a ',
      '*a',
      'topK: 3',
      '#',
      ': ',
      'name: ',
      'system: ',
      '|',
      '%',
      '!!map ',
      '? ',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(pieces).map((parts) => parts.join('')),
        async (text) => {
          const plan = await readPlan(written(text)).catch((thrown: unknown) => thrown);
          if (plan instanceof Error) expect(plan).toBeInstanceOf(InputError);
        },
      ),
      { numRuns: 300 },
    );
  });
});
