import { describe, expect, it } from 'vitest';
import { embedded } from '../../../test/support/embedded.js';
import { LENGTHS, ownModules, problemOf } from '../../../test/support/own-module.js';
import { testTools } from '../../../test/support/tools.js';
import { openModule } from './module.js';

const { write, opened, folder } = ownModules();

describe('a module', () => {
  it('gets texts and role, and its vectors come back as 32-bit floats', async () => {
    const { embed } = await opened(
      'export async function embed(texts, role) { return texts.map((text) => [text.length, role.length, 0.1]); }',
    );
    expect(await embedded({ embed }, ['a', 'bcd'], { role: 'rewrite' })).toEqual([
      Float32Array.of(1, 7, 0.1),
      Float32Array.of(3, 7, 0.1),
    ]);
  });

  it.each([
    ['a named function', 'named.mjs', LENGTHS],
    ['a default function', 'default.mjs', 'export default (texts) => texts.map((text) => [text.length, 1]);'],
    [
      'a default object',
      'object.mjs',
      'export default { n: 1, embed(texts) { return texts.map((t) => [t.length, this.n]); } };',
    ],
    [
      'an instance of a class',
      'instance.mjs',
      'class Model { #n = 1; embed(texts) { return texts.map((t) => [t.length, this.#n]); } } export default new Model();',
    ],
    ['CommonJS', 'common.cjs', 'exports.embed = (texts) => texts.map((text) => [text.length, 1]);'],
    [
      'a CommonJS function',
      'function.cjs',
      'module.exports = (texts) => texts.map((text) => [text.length, 1]);',
    ],
    [
      'CommonJS made by a compiler',
      'compiled.cjs',
      'Object.defineProperty(exports, "__esModule", { value: true }); exports.default = (texts) => texts.map((text) => [text.length, 1]);',
    ],
    [
      'Float32Arrays',
      'typed.mjs',
      'export const embed = (texts) => texts.map((t) => Float32Array.of(t.length, 1));',
    ],
    [
      'one buffer filled again and again',
      'buffer.mjs',
      'const v = new Float64Array(2); export const embed = async (texts) => texts.map((t) => (v[0] = t.length, v[1] = 1, v.slice()));',
    ],
    [
      'all vectors in one array, their size declared',
      'flat.mjs',
      'export const dimensions = 2; export const embed = (texts) => Float32Array.from(texts.flatMap((t) => [t.length, 1]));',
    ],
  ])('may export %s', async (_, name, source) => {
    expect(await embedded(await opened(source, name), ['abc', 'd', ''])).toEqual([
      Float32Array.of(3, 1),
      Float32Array.of(1, 1),
      Float32Array.of(0, 1),
    ]);
  });

  it('says of itself what it likes', async () => {
    const model = await opened(
      `export const name = 'mine', version = 3, dimensions = 2, similarity = 'dot', batchSize = 2; ${LENGTHS}`,
    );
    expect(model).toMatchObject({ name: 'mine', similarity: 'dot', dimensions: 2 });
    expect(model.spec).toEqual({
      module: expect.stringMatching(/^[0-9a-f]{64}$/),
      kind: 'dense',
      name: 'mine',
      version: '3',
      dimensions: 2,
    });
    await embedded(model, ['a', 'b', 'c']);
    expect(model.usage()).toEqual({ cut: { query: 0, rewrite: 0, document: 0 }, tokens: 0, calls: 2 });
  });

  it('that says nothing is named after its file, and compared by cosine', async () => {
    const model = await opened(LENGTHS, 'plain.mjs');
    expect(model).toMatchObject({ name: 'plain', similarity: 'cosine' });
    expect(model).not.toHaveProperty('dimensions');
  });

  it('gets as many texts at once as the caller says, and may change the array it gets', async () => {
    write(
      'greedy.mjs',
      'export const embed = (texts) => { const n = texts.length; return texts.splice(0).map(() => [n]); };',
    );
    const model = await openModule('greedy.mjs', { cwd: folder(), batchSize: 3 });
    const texts = ['a', 'b', 'c', 'd'];
    expect(await embedded(model, texts)).toEqual([3, 3, 3, 1].map((n) => Float32Array.of(n)));
    expect(texts).toEqual(['a', 'b', 'c', 'd']);
  });

  it('is called once at a time, whoever asks', async () => {
    const model = await opened(
      `let running = 0;
       export const batchSize = 1;
       export const embed = async (texts) => {
         if (++running > 1) throw new Error('beside another');
         await new Promise(setImmediate);
         running--;
         return texts.map(() => [1]);
       };`,
      'alone.mjs',
    );
    const both = await Promise.all([embedded(model, ['a', 'b']), embedded(model, ['c'], { role: 'query' })]);
    expect(both.flat()).toEqual(Array(3).fill(Float32Array.of(1)));
  });

  it('is closed once', async () => {
    const model = await opened(
      `export let closed = 0; export const close = () => { if (closed++) throw new Error('twice'); }; ${LENGTHS}`,
    );
    await model.close();
    await model.close();
  });

  it('is not waited for after an abort', async () => {
    const control = new AbortController();
    const model = await opened('export const embed = () => new Promise(() => {});', 'never.mjs');
    const work = embedded(model, ['a'], { tools: testTools({ signal: control.signal }) });
    setImmediate(() => control.abort(new Error('stopped')));
    await expect(work).rejects.toThrow('stopped');
  });
});

describe('other kinds', () => {
  it('embedSparse makes sparse vectors', async () => {
    write(
      'sparse.mjs',
      'export const embedSparse = (texts) => texts.map((t) => ({ indices: [t.length, 0], weights: [0.5, 0] }));',
    );
    const model = await openModule('sparse.mjs', { cwd: folder(), kind: 'sparse' });
    expect(await embedded(model, ['abc'])).toEqual([
      { indices: Int32Array.of(3), weights: Float32Array.of(0.5) },
    ]);
    expect(model.spec).toMatchObject({ kind: 'sparse' });
  });

  it('embedTokens makes a vector per token', async () => {
    write(
      'late.mjs',
      'export const embedTokens = (texts) => texts.map((t) => [...t].map((c) => [c.charCodeAt(0), 1]));',
    );
    const model = await openModule('late.mjs', { cwd: folder(), kind: 'late' });
    expect(await embedded(model, ['ab'])).toEqual([
      { tokens: 2, dimensions: 2, data: Float32Array.of(97, 1, 98, 1) },
    ]);
  });

  it('a module that lacks the function that is asked for is refused', async () => {
    write('dense.mjs', `${LENGTHS} export const name = 'x';`);
    expect(await problemOf(openModule('dense.mjs', { cwd: folder(), kind: 'late' }))).toEqual({
      at: { file: 'dense.mjs' },
      found: 'a module without a function embedTokens (it exports embed, name)',
      expected: 'export function embedTokens(texts, role)',
      fix: 'export the function under this name',
    });
  });
});

describe('a module that misbehaves', () => {
  it.each([
    [
      'texts.map(() => [1]).slice(1)',
      'embed returned an array of 1 (first: an array of 1 (first: 1)) for 2 texts',
    ],
    ['undefined', 'embed returned undefined for 2 texts'],
    ['[1, 2]', 'embed returned for text 1 of 2: 1'],
    ['new Float32Array(8)', 'embed returned Float32Array of 8 for 2 texts'],
    ['({ embeddings: [[1], [2]] })', 'embed returned an object with embeddings for 2 texts'],
    ['[[1, 2], [1]]', 'embed returned for text 2 of 2: 1 numbers where others have 2'],
    ['[[1], null]', 'embed returned for text 2 of 2: null'],
    ['[[1], "AAAA"]', 'embed returned for text 2 of 2: the text "AAAA"'],
  ])('by returning %s is told what it returned', async (returned, found) => {
    const model = await opened(`export const embed = (texts) => ${returned};`, `${found.length}-wrong.mjs`);
    expect(await problemOf(embedded(model, ['a', 'b']))).toEqual({
      at: { file: `${found.length}-wrong.mjs` },
      found,
      expected: 'for each text an array of numbers or a Float32Array',
      fix: 'correct what the function returns',
    });
  });

  it('by changing its size between calls, or from what it declares, is stopped', async () => {
    const source = 'export const embed = (texts, role) => texts.map(() => role === "query" ? [1] : [1, 2]);';
    const model = await opened(source, 'sizes.mjs');
    await embedded(model, ['a']);
    expect((await problemOf(embedded(model, ['a'], { role: 'query' }))).found).toContain(
      '1 numbers where others have 2',
    );
    const declared = await opened(`export const dimensions = 3; ${source}`, 'declared.mjs');
    expect((await problemOf(embedded(declared, ['a']))).found).toContain('2 numbers where others have 3');
  });

  it('on one text fails that text alone, with its reason', async () => {
    const model = await opened(
      `export const embed = (texts) => {
         if (texts.includes('bad')) throw new RangeError('too  long\\nfor me');
         if (texts.includes('worse')) return Promise.reject('no');
         return texts.map((text) => text === 'odd' ? [1, NaN] : [1, 2]);
       };`,
      'throws.mjs',
    );
    const good = Float32Array.of(1, 2);
    expect(await embedded(model, ['a', 'bad', 'b', 'odd', 'worse', 'c'])).toEqual([
      good,
      'RangeError: too long for me',
      good,
      'number 2 of 2 is NaN, not a finite 32-bit float',
      'no',
      good,
    ]);
  });

  it.each([
    ['dimensions = 1.5', 'dimensions is 1.5'],
    ['batchSize = "many"', 'batchSize is the text "many"'],
    ['similarity = "l2"', 'similarity is the text "l2"'],
    ['name = ""', 'name is the text ""'],
    ['close = 1', 'close is 1'],
  ])('by exporting %s is refused', async (exported, found) => {
    const { at, found: told } = await problemOf(
      opened(`export const ${exported}; ${LENGTHS}`, `about-${found.length}.mjs`),
    );
    expect([at?.file, told]).toEqual([`about-${found.length}.mjs`, expect.stringContaining(found)]);
  });

  it('is refused with the reason when it cannot be loaded', async () => {
    expect(await problemOf(openModule('nowhere.mjs', { cwd: folder() }))).toMatchObject({
      found: 'no such file',
    });
    expect(await problemOf(openModule('.', { cwd: folder() }))).toMatchObject({ found: 'a folder' });
    expect((await problemOf(opened('throw new Error("no weights");', 'top.mjs'))).found).toContain(
      'Error: no weights',
    );
    expect((await problemOf(opened('import "no-such-package-here";', 'lacks.mjs'))).found).toContain(
      'no-such-package-here',
    );
    expect((await problemOf(opened('', 'empty.mjs'))).found).toContain('it exports nothing');
  });

  it.each([0, -1, 1.5, Number.NaN])('a batch size of %s is refused', async (batchSize) => {
    write('size.mjs', LENGTHS);
    expect(await problemOf(openModule('size.mjs', { cwd: folder(), batchSize }))).toMatchObject({
      found: `batchSize ${batchSize}`,
    });
  });
});
