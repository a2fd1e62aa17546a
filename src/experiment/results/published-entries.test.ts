import { describe, expect, it } from 'vitest';
import { tabulatePublished } from '../../analysis/leaderboard/index.js';
import { publishedPapers } from './papers.js';
import { publishedEntries } from './published-entries.js';

const entries = publishedEntries();
const entry = (id: string) => entries.find((each) => each.id === id)!;

const TASKS = [
  { name: 'Biology', family: 'qa', sameAs: 'BRIGHT Biology' },
  { name: 'Bioinformatics', family: 'qa' },
  { name: 'Medical-Sciences', family: 'qa' },
  { name: 'MedXpertQA-Exam', family: 'evidence' },
  { name: 'MedQA-Diag', family: 'evidence' },
  { name: 'PMC-Treatment', family: 'evidence' },
  { name: 'PMC-Clinical', family: 'case' },
  { name: 'IIYi-Clinical', family: 'case' },
];
const table = tabulatePublished(entries, { measure: 'nDCG@10', tasks: TASKS });
const row = (id: string) => table.find((each) => each.entry.id === id)!;

describe('papers', () => {
  const rows = publishedPapers().papers.flatMap((paper) => paper.rows);

  it('are 87 rows, each named once', () => {
    expect(rows).toHaveLength(87);
    expect(new Set(rows.map(({ system }) => system)).size).toBe(87);
  });

  it('have task scores or a mean, and say how they were run and read', () => {
    for (const { system, mean, scores, protocol, howRead } of rows) {
      expect(mean !== undefined || scores !== undefined, system).toBe(true);
      expect(protocol && howRead, system).toBeTruthy();
    }
  });

  it('print means that are those of their tasks, but for the one that is known not to be', () => {
    const wrong = rows.filter(({ mean, tasks = [], scores }) => {
      if (mean === undefined || scores === undefined) return false;
      const values = tasks.map((task) => scores[task]!);
      const computed = values.reduce((sum, value) => sum + value, 0) / values.length;
      // Tasks and mean are each rounded to three or four decimals.
      return (
        Math.abs(computed - mean) > (values.every((value) => Number.isInteger(value * 1000)) ? 1e-3 : 2e-4)
      );
    });
    expect(wrong.map(({ system }) => system)).toEqual(['RaDeR-gte-Qwen2-7B']);
    expect(wrong[0]!.caveats).toEqual([expect.stringContaining('printed mean 35.19')]);
  });
});

describe('published entries', () => {
  it('list every result once: 121 of the tables, 86 of the papers', () => {
    expect(entries).toHaveLength(121 + 86);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  });

  it('join a row of the site to the row of the repository that it repeats', () => {
    expect(entry('r2med-repo/bge').repeatedIn.map(({ source }) => source)).toEqual(['r2med-site']);
    expect(entry('r2med-site/bge')).toBeUndefined();
    expect(entries.filter(({ origin }) => origin.source === 'r2med-site')).toHaveLength(17);
  });

  it('join what a project tells of the site to the paper that it is from', () => {
    const [again, ...others] = entry('reasonembed/reasonembed-qwen3-8b').repeatedIn;
    expect([again!.source, others]).toEqual(['kayak', []]);
  });

  it('mark both rows of a system whose sources differ', () => {
    expect(entry('r2med-site/medcpt').differsFrom).toBe('r2med-repo/medcpt');
    expect(entry('r2med-repo/medcpt').differsFrom).toBe('r2med-site/medcpt');
    expect(row('r2med-repo/medcpt').marks).toEqual(['differs']);
    expect(
      [row('r2med-site/medcpt').mean, row('r2med-repo/medcpt').mean].map((mean) => mean!.toFixed(4)),
    ).toEqual(['0.0902', '0.0787']);
  });

  it('mark what was removed, and what only the site has since', () => {
    expect(entries.filter(({ status }) => status === 'removed-upstream')).toHaveLength(7);
    expect(row('r2med-repo/nv.rankllama-100').marks).toEqual(['retired']);
    expect(row('r2med-repo/hyde-o3-mini.nv').marks).toEqual(['only on the site']);
  });

  it('know kind, models, protocol and date', () => {
    expect(entry('r2med-repo/hyde-gpt4.bm25')).toMatchObject({
      name: 'hyde(gpt4) > bm25',
      kind: 'gar',
      usesGeneratedText: true,
      openWeights: false,
      date: '2025-05-16',
      protocol: expect.stringContaining('instructions per task'),
    });
    expect(entry('r2med-repo/nv.bge-reranker-10')).toMatchObject({
      name: 'nv > bge-reranker(10)',
      kind: 'reranker',
      depth: 10,
      parameters: 7850000000,
      dimensions: 4096,
      openWeights: true,
    });
    expect(entry('grouprank/grouprank-32b-on-diver-4b')).toMatchObject({
      kind: 'reranker',
      parameters: 32e9,
      dimensions: 2560,
      // Its first version; the figures are those of the third.
      date: '2025-11',
      origin: { date: '2026-04-30' },
    });
    // The LLM that writes is a model of the system: unknown where its size is, and often the largest.
    expect(entry('r2med-repo/hyde-o3-mini.bge')).not.toHaveProperty('parameters');
    expect(entry('r2med-repo/hyde-qwen-72b.bge').parameters).toBe(72e9);
    expect(entry('r2med-repo/hyde-qwen-7b.bm25').parameters).toBe(7e9);
    expect(entry('mteb/bm25-mteb').openWeights).toBe(true);
    expect(entries.every(({ protocol }) => protocol.length > 0)).toBe(true);
  });

  it('of suite nano are apart', () => {
    expect(publishedEntries('nano').map(({ id }) => id)).toEqual([
      'hakari/stored:bm25',
      'hakari/stored:dense',
      'hakari/stored:reranking_hybrid',
    ]);
    expect(publishedEntries('sample')).toEqual([]);
  });
});

describe('a table of published entries', () => {
  it('has a mean of all tasks, without Biology and by family', () => {
    const nv = row('r2med-repo/nv');
    expect(nv.coverage).toBe('all');
    expect((100 * nv.mean!).toFixed(2)).toBe('31.43');
    expect(nv.meanIs).toBe('computed');
    expect(Object.keys(nv.families)).toEqual(['qa', 'evidence', 'case']);
    expect(nv.withoutBiology).toBeCloseTo((8 * nv.mean! - nv.scores.Biology!) / 7, 12);
  });

  it('has a printed mean where the tasks are not printed, and none where tasks are missing', () => {
    expect(row('curlrank/curlrank-4b-on-reasonembed-4b')).toMatchObject({
      mean: 0.4885,
      meanIs: 'printed',
      coverage: 'mean',
      marks: ['mean of 8 only'],
    });
    const three = row('health-copilot/health-copilot-bge-large-dev-tasks');
    expect([three.mean, three.coverage, three.marks]).toEqual([undefined, 'some', ['3 of 8 tasks']]);
    expect(Object.keys(three.families)).toEqual(['case']);
  });

  it('leaves out entries without the measure, so that recall of two definitions never meets', () => {
    const recall = tabulatePublished(entries, { measure: 'Recall@100', tasks: TASKS });
    expect(new Set(recall.map((each) => each.entry.origin.source))).toEqual(new Set(['mteb', 'r2med-repo']));
    const nano = tabulatePublished(publishedEntries('nano'), { measure: 'Recall@100', tasks: TASKS });
    expect(nano).toEqual([]);
  });
});
