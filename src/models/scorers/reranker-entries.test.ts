import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dataPath, packageData } from '../../platform/node/index.js';
import { modelEntries } from '../embedders/index.js';
import { type RerankerEntry, rerankersFile } from './entry-schema.js';
import { pairForm, publishedReranker, rerankerEntries, rerankerEntry } from './reranker-entries.js';

const rows = Object.values(rerankerEntries());
const cases = rows.map((row) => [row.name, row] as const);

const publishedSystems = (
  JSON.parse(readFileSync(dataPath('published/r2med-repo.json'), 'utf8')) as {
    systems: { system: string; kind: string; reranker?: string }[];
  }
).systems.filter(({ kind }) => kind === 'reranker');

/** The value at a path such as `backends.onnx.file`, where a back end is named by its `via`. */
const at = (row: RerankerEntry, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return (value as { via: string }[]).find(({ via }) => via === key);
    return (value as Record<string, unknown> | undefined)?.[key];
  }, row);

describe('reranker rows', () => {
  it("hold R2MED's three first, under the names of its command line", () => {
    expect(rows.slice(0, 3).map(({ name, model }) => [name, model])).toEqual([
      ['bge-reranker', 'BAAI/bge-reranker-v2-m3'],
      ['monobert', 'castorini/monobert-large-msmarco'],
      ['rankllama', 'castorini/rankllama-v1-7b-lora-passage'],
    ]);
  });

  it('have names of their own, other than those of the models that embed', () => {
    const names = [
      ...packageData('rerankers.json', rerankersFile()).rerankers,
      ...Object.values(modelEntries()),
    ];
    expect(new Set(names.map(({ name }) => name)).size).toBe(names.length);
  });

  it('are found whatever the case, and an unknown name gets the nearest as a suggestion', () => {
    expect(rerankerEntry('BGE-Reranker').model).toBe('BAAI/bge-reranker-v2-m3');
    expect(() => rerankerEntry('monobrt')).toThrow('did you mean "monobert"');
  });

  it('are all in the table of docs/reference/rerankers.md', () => {
    const page = readFileSync(new URL('../../../docs/reference/rerankers.md', import.meta.url), 'utf8');
    expect(
      rows.filter(({ name, model }) => !page.includes(`| \`${name}\` | `) || !page.includes(model)),
    ).toEqual([]);
  });

  it('name every published reranked system, by the model that made it', () => {
    const named = rows.flatMap(({ model, published }) =>
      (published?.['r2med-repo'] ?? []).map((system) => [system, model]),
    );
    expect(named.sort()).toEqual(publishedSystems.map(({ system, reranker }) => [system, reranker]).sort());
  });

  it.each(cases)('%s marks only fields it has as unconfirmed', (_name, row) => {
    for (const path of row.unconfirmed) expect([path, at(row, path)]).not.toContain(undefined);
  });

  it.each(cases)('%s leaves to a service what only the service knows', (_name, row) => {
    if (row.head !== 'service') expect(row.model).toMatch(/^[\w.-]+\/[\w.-]+$/);
    else expect(row.truncation).toBe('service');
  });

  it.each(cases)('%s answers by completions exactly when it says yes or no', (_name, { head, backends }) => {
    const asked = backends.some((backend) => backend.via === 'served' && backend.dialect === 'completions');
    expect(asked).toBe(head === 'yes-no');
  });

  it.each(cases)('%s does not cut beyond what the model reads', (_name, { tokens, context }) => {
    if (context) expect(tokens).toBeLessThan(context);
  });

  it.each(cases)('%s, if it runs here, has nothing after the document that would be cut', (_name, row) => {
    if (row.backends.some(({ via }) => via === 'onnx')) expect(pairForm(row).document.suffix).toBe('');
  });
});

describe('what the reference did', () => {
  it('is the default of bge-reranker and monobert', () => {
    for (const name of ['bge-reranker', 'monobert']) {
      const row = rerankerEntry(name);
      expect(publishedReranker(row)).toEqual(row);
      expect(row).toMatchObject({ tokens: 512, truncation: 'longest-first', numberType: 'fp32' });
    }
    expect(rerankerEntry('monobert').head).toBe('two-logits');
  });

  it('is 512 tokens for rankllama, which should have had 1024', () => {
    const row = rerankerEntry('rankllama');
    expect([row.tokens, publishedReranker(row).tokens]).toEqual([1024, 512]);
  });
});

describe('the form of a pair', () => {
  it('is nothing for most, and what the model was trained with for some', () => {
    const bare = { prefix: '', suffix: '' };
    expect(pairForm(rerankerEntry('bge-reranker'))).toEqual({ query: bare, document: bare });
    expect(pairForm(rerankerEntry('rankllama'))).toEqual({
      query: { prefix: 'query: ', suffix: '' },
      document: { prefix: 'document: ', suffix: '' },
    });
  });

  it('carries the instruction, and makes one prompt of both texts', () => {
    const { query, document } = pairForm(rerankerEntry('qwen3-reranker-0.6b'));
    const prompt = `${query.prefix}Q${query.suffix}${document.prefix}D${document.suffix}`;
    expect(prompt).toMatch(/<Instruct>: Given a web search query.*\n<Query>: Q\n<Document>: D<\|im_end\|>\n/);
    expect(prompt.startsWith('<|im_start|>system\n') && prompt.endsWith('</think>\n\n')).toBe(true);
  });
});

describe('a file with a mistake is refused', () => {
  const [row] = JSON.parse(readFileSync(dataPath('rerankers.json'), 'utf8')).rerankers as [object];
  const parse = (changes: object) =>
    rerankersFile().parse({ version: 1, rerankers: [{ ...row, ...changes }] });

  it.each([
    ['answers without a head that gives them', { answers: { yes: 'yes', no: 'no' } }],
    ['a head without its answers', { head: 'yes-no' }],
    ['an instruction that the form has no place for', { instruction: 'Judge.' }],
    [
      'a form with a place but no instruction',
      { form: { query: '{instruction}{text}', document: '{text}' } },
    ],
    ['a form without the text', { form: { query: 'q', document: '{text}' } }],
    ['a field that there is not', { dimension: 3 }],
  ])('%s', (_, changes) => {
    expect(() => parse({})).not.toThrow();
    expect(() => parse(changes)).toThrow();
  });
});
