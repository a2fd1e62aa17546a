import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { testTools } from '../../../test/support/tools.js';
import { corpusOf, queryId, type Task } from '../../core/index.js';
import { parseStages, printStages } from '../../search/pipeline/index.js';
import { ablationsOf } from './ablation.js';
import { searchesFree } from './searches-free.js';
import { checkModels, checkSystem, system } from './system.js';

const folder = mkdtempSync(join(tmpdir(), 'r2med-synonyms-'));
afterAll(() => rmSync(folder, { recursive: true }));
const table = join(folder, 'terms.tsv');
writeFileSync(table, 'MI\tmyocardial infarction\theart attack\ngout\tpodagra\n');

const corpus = corpusOf('synonyms', [
  { id: 'infarction', text: 'myocardial infarction of the anterior wall' },
  { id: 'podagra', text: 'podagra of the toe' },
  ...Array.from({ length: 40 }, (_, i) => ({ id: `other-${i}`, text: `jaundice note${i}` })),
]);
const asked = (text: string) => ({ id: queryId('q'), text });
const task = { name: 'synonyms', corpus, queries: [asked('MI')] } as unknown as Task;

const ranked = async (text: string, query: string) => {
  const notes: string[] = [];
  const built = await system(text, { task });
  const runner = await built.open(corpus, { ...testTools(), note: (line) => void notes.push(line) });
  const [found] = await runner.run([asked(query)]);
  return { ids: found!.hits.map(({ docId }) => docId), facts: runner.facts, notes, built };
};

describe('synonyms', () => {
  it('find what a query has no word of', async () => {
    expect((await ranked('bm25-lucene', 'an MI last year')).ids).toEqual([]);
    const { ids, facts } = await ranked(`synonyms(${table}) > bm25-lucene`, 'an MI last year');
    expect(ids).toEqual(['infarction']);
    expect(facts.synonyms).toEqual({ queries: 1, expanded: 1, expansions: 2 });
  });

  it('of what a query negates are not added', async () => {
    expect((await ranked(`synonyms(${table}) > bm25-lucene`, 'gout, but no MI')).ids).toEqual(['podagra']);
  });

  it('that no query needs are a note, since the system is then the one without them', async () => {
    const { ids, notes } = await ranked(`synonyms(${table}) > bm25-lucene`, 'jaundice note3');
    expect(ids[0]).toBe('other-3');
    expect(notes.join()).toContain('no query has one of its terms');
  });

  it('stand after a generation method and before an expansion by what is found', () => {
    const text = `hyde(gpt4) > synonyms(${table}, most=3) > rm3 > bm25 > top(10)`;
    expect(() => checkSystem(text)).not.toThrow();
    expect(() => checkSystem(`rm3 > synonyms(${table}) > bm25`)).toThrow('unknown retriever "synonyms"');
    expect(ablationsOf(parseStages(text)).map(({ without }) => printStages(without))).toContain(
      'hyde(gpt4) > rm3 > bm25 > top(10)',
    );
  });

  it('are known in the spec by the content of the table, not by its path', async () => {
    const copy = join(folder, 'copy.tsv');
    writeFileSync(copy, 'MI\tmyocardial infarction\theart attack\ngout\tpodagra\n');
    const [first, second] = await Promise.all(
      [table, copy].map((file) => system(`synonyms(${file}) > bm25`, { task })),
    );
    expect(second!.spec).toEqual(first!.spec);
    writeFileSync(copy, 'MI\tmitral insufficiency\n');
    expect((await system(`synonyms(${copy}) > bm25`, { task })).spec).not.toEqual(first!.spec);
  });

  it('cost nothing: a system with them searches by hand', () => {
    expect(searchesFree(`synonyms(${table}) > bm25`)).toBe(true);
  });

  it('of a table that is not there are refused before anything runs', async () => {
    await expect(checkModels('synonyms(nowhere.tsv) > bm25', {})).rejects.toThrow('nowhere.tsv: no file');
    expect(() => checkSystem('synonyms > bm25')).toThrow('expected one table of terms');
    expect(() => checkSystem('synonyms(a.tsv, many=3) > bm25')).toThrow('unknown setting of synonyms "many"');
  });
});
