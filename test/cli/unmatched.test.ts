import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { r2med } from '../support/in-process.js';
import { jsonl, writtenFolder } from '../support/written-folder.js';

/** Six documents; the relevant one of q1 says none of its words. */
const task = () =>
  writtenFolder(
    {
      'corpus.jsonl': jsonl(
        { id: 'd1', text: 'a slow pulse after surgery' },
        { id: 'd2', text: 'fever and rash in children' },
        { id: 'd3', text: 'rash after penicillin' },
        { id: 'd4', text: 'headache at high altitude' },
        { id: 'd5', text: 'swollen knee without trauma' },
        { id: 'd6', text: 'cough for three weeks' },
      ),
      'query.jsonl': jsonl({ id: 'q1', text: 'rash' }, { id: 'q2', text: 'cough' }),
      'qrels.jsonl': jsonl(
        { q_id: 'q1', p_id: 'd1', score: 1 },
        { q_id: 'q1', p_id: 'd3', score: 1 },
        { q_id: 'q2', p_id: 'd6', score: 1 },
      ),
    },
    'six',
  );

const record = (out: string, system: string) =>
  JSON.parse(readFileSync(join(out, system, 'six', 'record.json'), 'utf8'));

describe('documents that match nothing', () => {
  it('are counted, named with the score they change, and left out when asked', async () => {
    const data = task();
    const out = join(data, '..', 'out');
    const kept = await r2med(['run', '--data', data, '--retriever', 'bm25', '--out', out]);
    const dropped = await r2med([
      'run',
      '--data',
      data,
      '--system',
      'bm25(unmatched=drop)',
      '--out',
      out,
      '--quiet',
    ]);
    const full = record(out, 'bm25');
    const matched = record(out, 'bm25-unmatched-drop');
    expect(full.spec.unmatched).toBe('fill');
    expect(matched.spec.unmatched).toBe('leave-out');
    expect(matched.name).toBe('bm25(unmatched=drop)');
    expect(full.facts.unmatched).toEqual({ queries: 2, hits: 4 + 5 });
    expect(matched.facts.unmatched).toBeUndefined();
    expect(matched.scores['nDCG@10']).toBeLessThan(full.scores['nDCG@10']);
    expect(full.facts.withoutUnmatched.scores['nDCG@10']).toBe(matched.scores['nDCG@10']);
    // Nothing else is listed: P@1 is the same with and without.
    expect(full.facts.withoutUnmatched.scores['P@1']).toBeUndefined();
    const shown = (each: typeof full) => (each.scores['nDCG@10'] * 100).toFixed(2);
    expect(kept.stderr).toContain(
      `without them nDCG@10 is six ${shown(matched)} instead of ${shown(full)}. To leave them out: bm25(unmatched=drop)`,
    );
    expect(dropped.code).toBe(0);
  });

  it('go unmentioned where the shown score is the same without them', async () => {
    const data = task();
    const args = [
      'run',
      '--data',
      data,
      '--retriever',
      'bm25',
      '--measure',
      'P@1',
      '--out',
      join(data, '..', 'out'),
    ];
    expect((await r2med(args)).stderr).not.toContain('unmatched');
  });

  it('are refused by another word', async () => {
    const { code, stderr } = await r2med(['run', '--suite', 'sample', '--system', 'bm25(unmatched=no)']);
    expect(code).toBe(2);
    expect(stderr).toContain('expected one of keep, drop');
  });
});

describe('a cutoff that takes in half of the corpus', () => {
  it('is noted by run and leaderboard', async () => {
    const data = task();
    const out = join(data, '..', 'out');
    const run = await r2med([
      'run',
      '--data',
      data,
      '--retriever',
      'bm25',
      '--measure',
      'Recall@3',
      '--out',
      out,
    ]);
    const note =
      'Recall@3 means little here: the first 3 hits are half of the corpus or more (documents: six 6)';
    expect(run.stderr).toContain(note);
    expect((await r2med(['leaderboard', '--results', out, '--measure', 'recall_3'])).stderr).toContain(note);
    expect((await r2med(['leaderboard', '--results', out, '--measure', 'Recall@1'])).stderr).toBe('');
  });
});
