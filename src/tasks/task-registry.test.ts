import { describe, expect, it } from 'vitest';
import { InputError } from '../core/index.js';
import { suite, taskEntry, taskRegistry } from './task-registry.js';

const ORDER = [
  'Biology',
  'Bioinformatics',
  'Medical-Sciences',
  'MedXpertQA-Exam',
  'MedQA-Diag',
  'PMC-Treatment',
  'PMC-Clinical',
  'IIYi-Clinical',
];

const total = (name: string, count: 'queries' | 'documents' | 'uniqueDocuments' | 'judgements'): number =>
  suite(name).tasks.reduce((sum, { counts }) => sum + counts[count], 0);

describe('the catalogue', () => {
  it('has three suites of the same eight tasks in the same order, and one of others', () => {
    expect(Object.keys(taskRegistry())).toEqual(['sample', 'r2med', 'medical', 'nano']);
    for (const { name: suiteName, tasks } of Object.values(taskRegistry()))
      if (suiteName !== 'medical') expect(tasks.map(({ name }) => name)).toEqual(ORDER);
    for (const { source, unconfirmed } of suite('medical').tasks) {
      expect(['dataset', 'elsewhere']).toContain(source.from);
      expect(unconfirmed).toBe(true);
    }
  });

  it("adds up to R2MED's totals: 876 queries, 357,080 rows under 356,859 ids, 2,679 judgements", () => {
    expect(total('r2med', 'queries')).toBe(876);
    expect(total('r2med', 'documents')).toBe(357_080);
    expect(total('r2med', 'uniqueDocuments')).toBe(356_859);
    expect(total('r2med', 'judgements')).toBe(2_679);
  });

  it("adds up to NanoR2MED's totals: all queries, 10,000 documents a task, one judgement fewer", () => {
    expect(total('nano', 'queries')).toBe(876);
    expect(suite('nano').tasks.every(({ counts }) => counts.documents === 10_000)).toBe(true);
    expect(total('nano', 'judgements')).toBe(2_678);
  });

  it('knows the four corpora that repeat ids, and by how many rows', () => {
    const repeated = suite('r2med').tasks.map(({ counts }) => counts.documents - counts.uniqueDocuments);
    expect(repeated).toEqual([0, 2, 18, 0, 56, 145, 0, 0]);
  });

  it('states means that agree with its counts', () => {
    for (const { counts, positivesPerQuery, characters } of suite('r2med').tasks) {
      expect(positivesPerQuery!.mean).toBeCloseTo(counts.judgements / counts.queries, 6);
      expect(characters!.query.mean).toBeCloseTo(characters!.query.total! / counts.queries, 6);
      expect(characters!.document.mean).toBeCloseTo(characters!.document.total! / counts.uniqueDocuments, 6);
    }
  });

  it('pins every R2MED task to a revision of a repository of its own', () => {
    const sources = suite('r2med').tasks.map(({ source }) => source);
    expect(sources.every(({ from }) => from === 'hub')).toBe(true);
    expect(new Set(sources.map((source) => 'revision' in source && source.revision)).size).toBe(8);
  });

  it('names a source for every suite of others', () => {
    expect(suite('r2med').sources.length).toBeGreaterThan(0);
    expect(suite('nano').sources.length).toBeGreaterThan(0);
  });

  it('gives the same family and labels to a task in every suite', () => {
    const { family, familyTitle, labels } = taskEntry('r2med', 'PMC-Clinical');
    expect({ family, familyTitle }).toEqual({ family: 'case', familyTitle: 'Clinical case retrieval' });
    expect(labels).toEqual({ query: 'Case', document: 'Similar Case', subject: 'Clinical Case' });
    for (const name of ['sample', 'nano'])
      expect(taskEntry(name, 'PMC-Clinical')).toMatchObject({ suite: name, family, labels });
  });

  it('gives every task a heading of its own', () => {
    expect(new Set(suite('r2med').tasks.map(({ short }) => short)).size).toBe(8);
  });

  it('says that Biology is the task of another benchmark, and no other is', () => {
    const shared = suite('r2med').tasks.filter(({ sameAs }) => sameAs);
    expect(shared.map(({ name, sameAs }) => [name, sameAs])).toEqual([['Biology', 'BRIGHT Biology']]);
  });
});

describe('a task by name', () => {
  it.each([
    ['Biology', 'Biology'],
    ['biology', 'Biology'],
    ['MEDQA-DIAG', 'MedQA-Diag'],
    ['Stack-Biology', 'Biology'],
    ['stack-medical', 'Medical-Sciences'],
    ['PMC-Treat', 'PMC-Treatment'],
    ['PMCPatients', 'PMC-Clinical'],
    ['IIYiPatients-EN', 'IIYi-Clinical'],
  ])('%s is %s', (spelling, name) => {
    expect(taskEntry('r2med', spelling).name).toBe(name);
  });

  it('that is unknown is answered with the names and the nearest', () => {
    expect(() => taskEntry('r2med', 'Bioligy')).toThrow(InputError);
    expect(() => taskEntry('r2med', 'Bioligy')).toThrow(/one of Biology, .*IIYi-Clinical\n.*"Biology"/);
    expect(() => taskEntry('r2med', 'constructor')).toThrow(/unknown task "constructor"/);
  });

  it('in an unknown suite is answered with the suites', () => {
    expect(() => taskEntry('nanno', 'Biology')).toThrow(/one of sample, r2med, medical, nano\n.*"nano"/);
  });
});
