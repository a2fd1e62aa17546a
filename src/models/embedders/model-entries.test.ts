import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dataPath, packageData } from '../../platform/node/index.js';
import { modelsFile } from './entry-schema.js';
import { type ModelEntry, modelEntries, modelEntry, publishedEntry } from './model-entries.js';

const rows = Object.values(modelEntries());
const cases = rows.map((entry) => [entry.name, entry] as const);

const publishedSystems = (source: string): readonly string[] =>
  (
    JSON.parse(readFileSync(dataPath(`published/${source}.json`), 'utf8')) as {
      systems: { system: string; kind: string }[];
    }
  ).systems
    .filter(({ kind }) => kind === 'retriever')
    .map(({ system }) => system);

/** The value at a path such as `backends.onnx.file`, where a back end is named by its `via`. */
const at = (entry: ModelEntry, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => {
    if (Array.isArray(value))
      return (value as { via: string; servers?: object }[])
        .filter(({ via }) => via === key)
        .map((backend) => backend.servers ?? backend)[0];
    return (value as Record<string, unknown> | undefined)?.[key];
  }, entry);

describe('model rows', () => {
  it('hold the fourteen embedders of R2MED first', () => {
    expect(rows.slice(0, 14).map(({ name }) => name)).toEqual(
      'contriever medcpt inst-l inst-xl bmr-410m bmr-2b bmr-7b bge e5 grit sfr nv openai voyage'.split(' '),
    );
  });

  it('have distinct names', () => {
    expect(rows).toHaveLength(packageData('models.json', modelsFile()).models.length);
  });

  it('are found whatever the case, and an unknown name gets the nearest as a suggestion', () => {
    expect(modelEntry('BGE-M3').model).toBe('BAAI/bge-m3');
    expect(() => modelEntry('bgee')).toThrow('did you mean "bge"');
  });

  it('are all in the table of docs/reference/models.md', () => {
    const page = readFileSync(new URL('../../../docs/reference/models.md', import.meta.url), 'utf8');
    expect(
      rows.filter(({ name, model }) => !page.includes(`| \`${name}\` | `) || !page.includes(model)),
    ).toEqual([]);
  });

  it.each(cases)('%s names published rows that exist', (_name, { published = {} }) => {
    for (const [source, system] of Object.entries(published))
      expect(publishedSystems(source)).toContain(system);
  });

  it('every published retriever of R2MED other than BM25 has a row', () => {
    const named = rows.map(({ published }) => published?.['r2med-repo']);
    expect(publishedSystems('r2med-repo').filter((system) => !named.includes(system))).toEqual(['bm25']);
  });

  it("every retriever with a row of MTEB has an entry, but MTEB's own BM25", () => {
    const named = rows.map(({ published }) => published?.mteb);
    const missing = publishedSystems('mteb').filter((system) => !named.includes(system));
    expect(missing).toEqual(['bm25-mteb']);
  });

  it.each(cases)('%s marks only fields it has as unconfirmed', (_name, entry) => {
    for (const path of entry.unconfirmed) expect([path, at(entry, path)]).not.toContain(undefined);
  });

  it.each(cases)('%s is compared in a way that fits its kind', (_name, { kind, similarity, late }) => {
    expect(similarity === 'maxsim').toBe(kind === 'late');
    expect(late !== undefined).toBe(kind === 'late');
    if (kind === 'sparse') expect(similarity).toBe('dot');
  });

  it.each(cases)('%s leaves to a service what only the service knows', (_name, entry) => {
    const service = entry.backends.some(({ via }) => via === 'service');
    expect([entry.pooling, entry.normalized, entry.numberType].includes('service')).toBe(service);
    if (!service) expect(entry.model).toMatch(/^[\w.-]+\/[\w.-]+$/);
  });

  it.each(cases)(
    '%s does not cut beyond what the model reads',
    (_name, { tokens, context, matryoshka, dimensions }) => {
      if (context) expect(Math.max(tokens.query, tokens.document)).toBeLessThan(context);
      if (matryoshka) expect(matryoshka).toContain(dimensions);
    },
  );
});

describe('settings as published', () => {
  const changed = ({ asPublished: _, ...row }: ModelEntry) => row;

  it('are the defaults of a row that had no bug', () => {
    for (const name of ['bge', 'e5', 'grit', 'sfr', 'nv', 'inst-l', 'inst-xl'])
      expect(changed(publishedEntry(modelEntry(name)))).toEqual(changed(modelEntry(name)));
  });

  it('give MedCPT the article encoder, 512 tokens and cosine; the default is right', () => {
    const entry = modelEntry('medcpt');
    expect([entry.queryModel, entry.model]).toEqual([
      'ncbi/MedCPT-Query-Encoder',
      'ncbi/MedCPT-Article-Encoder',
    ]);
    expect(entry).toMatchObject({ similarity: 'dot', tokens: { query: 64, document: 512 } });
    expect(publishedEntry(entry)).toMatchObject({
      queryModel: 'ncbi/MedCPT-Article-Encoder',
      similarity: 'cosine',
      tokens: { query: 512, document: 512 },
    });
  });

  it('score the models trained for the dot product by cosine', () => {
    for (const name of ['contriever', 'medcpt', 'bmr-410m', 'bmr-2b', 'bmr-7b']) {
      expect(modelEntry(name)).toMatchObject({ similarity: 'dot', normalized: false });
      expect(publishedEntry(modelEntry(name)).similarity).toBe('cosine');
    }
  });

  it('send services JSON; the default is the text itself', () => {
    for (const name of ['openai', 'voyage']) {
      expect(modelEntry(name).input).toBe('text');
      expect(publishedEntry(modelEntry(name)).input).toBe('json');
    }
  });
});

describe('the schema of rows', () => {
  const [first] = packageData('models.json', modelsFile()).models;
  const file = (changes: object) => ({ version: 1, instructions: {}, models: [{ ...first, ...changes }] });
  const plain = { template: '{text}' };

  it.each([
    ['an unknown field', { poling: 'mean' }],
    ['a name with capitals', { name: 'BGE' }],
    ['no back end', { backends: [] }],
    ['a revision that is no commit', { revision: 'main' }],
    ['a template without the text', { prompts: { ...first!.prompts, query: { template: 'query: ' } } }],
    [
      'an instruction without a set',
      { prompts: { ...first!.prompts, query: { template: '{instruction}{text}' } } },
    ],
    [
      'a set that is never used',
      { prompts: { ...first!.prompts, query: { ...plain, instructions: 'r2med' } } },
    ],
    ['a price without a date', { price: { usdPerMillionTokens: 1 } }],
    ['published settings without a reason', { asPublished: { similarity: 'cosine' } }],
    ['a key instead of its variable', { backends: [{ via: 'service', dialect: 'openai', key: 'sk-1' }] }],
  ])('refuses %s', (_what, changes) => {
    expect(modelsFile().safeParse(file({})).success).toBe(true);
    expect(modelsFile().safeParse(file(changes)).success).toBe(false);
  });
});
