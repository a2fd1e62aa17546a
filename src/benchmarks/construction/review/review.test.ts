import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stepBench } from '../../../../test/support/construction.js';
import { EVIDENCE, JUDGE_REPORT, judgement } from '../../../../test/support/small-construction.js';
import { groupBy } from '../../../core/index.js';
import type { ModelLabel, ReviewDecision, ReviewItem } from '../../../experiment/record/index.js';
import { openWorkFolder } from '../work-folder.js';
import { applyDecisions } from './apply-decisions.js';
import { review, sampleOf } from './review.js';
import { readReviewedRows } from './reviewed-rows.js';

const bench = (files = EVIDENCE) => {
  const made = stepBench(files);
  writeFileSync(join(made.folder, 'judge.report.json'), JSON.stringify(JUDGE_REPORT));
  return made;
};

const decision = (item: string, question: string, value: string, reason?: string): ReviewDecision => ({
  ...{ item, question, value, rule: 'adjudicated' },
  ...(reason !== undefined && { reason }),
});

const applied = async (decisions: readonly ReviewDecision[], files = EVIDENCE) =>
  applyDecisions(await readReviewedRows(openWorkFolder(bench(files).folder)), decisions);

describe('build review', () => {
  it('writes what experts see apart from what models decided', async () => {
    const { run, rows } = bench();
    const { report } = await run(review);
    const items: readonly ReviewItem[] = rows('review/items');
    const labels: readonly ModelLabel[] = rows('review/labels');
    // q1 to q3 sorted, three filtered, two reformulated, five judged; held items are reviewed too.
    expect([...groupBy(items, ({ step }) => step)].map(([step, own]) => [step, own.length])).toEqual([
      ['classify', 3],
      ['filter', 3],
      ['reformulate', 2],
      ['judge', 5],
    ]);
    expect(report.out).toBe(13);
    expect(labels.find(({ item }) => item === 'classify\tq3')).toMatchObject({ value: 'not usable' });
    expect(labels.find(({ item }) => item === 'filter\tq4')).toMatchObject({ value: 'too simple' });
    expect(labels.filter(({ item }) => item === 'q1\tgout')).toEqual(
      ['a', 'b'].flatMap((by) =>
        ['answer-relevance', 'reasoning-support'].map((question) => ({
          item: 'q1\tgout',
          question,
          value: '4',
          by,
        })),
      ),
    );
    const shown = JSON.stringify(items.map(({ texts }) => texts));
    for (const hidden of [
      'prepared:',
      'it is so',
      'as it says',
      'relevant"',
      'not usable',
      'disease; Endocrine',
    ])
      expect(shown).not.toContain(hidden);
    for (const { item, question, value } of labels) {
      const asked = items.find(({ id }) => id === item)?.questions.find(({ name }) => name === question);
      expect(asked?.choices.map((choice) => choice.value)).toContain(value);
    }
  });

  it('draws as many of each step and body system, by the seed alone', async () => {
    const [one, same, other] = await Promise.all(
      [1, 1, 2].map(async (seed) => {
        const { run, rows } = bench();
        await run(review, { perGroup: 2, drawSeed: seed });
        return (rows('review/items') as ReviewItem[]).map(({ id }) => id);
      }),
    );
    expect(one).toEqual(same);
    expect(one).toHaveLength(8);
    expect(other).not.toEqual(one);
  });

  it('draws what is uncertain first where that is wished', () => {
    const rows = Array.from({ length: 20 }, (_, i) => ({
      item: { id: `${i}`, step: 'judge', texts: [], questions: [] },
      uncertain: i % 5 === 0,
    }));
    const drawn = sampleOf(rows, { perGroup: 4, seed: 3, uncertainFirst: true });
    expect(drawn.map(({ item }) => item.id)).toEqual(['0', '5', '10', '15']);
  });
});

describe('decisions of reviewers', () => {
  it('change nothing where they confirm, and are in the trail', async () => {
    const { evidence, overturned, rejected } = await applied([
      decision('classify\tq1', 'stage', 'diagnosis'),
      decision('filter\tq4', 'usable', 'not a medical entity'),
      decision('q1\tgout', 'answer-relevance', '3'),
      decision('q1\tgout', 'reasoning-support', '4'),
    ]);
    expect(overturned).toEqual([
      { step: 'classify', decided: 1, overturned: 0, share: 0 },
      { step: 'filter', decided: 1, overturned: 0, share: 0 },
      { step: 'judge', decided: 1, overturned: 0, share: 0 },
    ]);
    expect(rejected).toEqual([]);
    expect(evidence.items[0]!.trail.at(-1)).toMatchObject({ step: 'review', label: 'classify: diagnosis' });
    expect(evidence.judged).toEqual(EVIDENCE.judged);
  });

  it('take an item out, change a stage and a judgement', async () => {
    const { evidence, rejected, restored, overturned } = await applied([
      decision('classify\tq1', 'stage', 'treatment', 'a drug is asked for'),
      decision('reformulate\tq2', 'meaning-kept', 'no', 'the age is gone'),
      decision('filter\tq4', 'usable', 'pass'),
      decision('q1\tscurvy', 'answer-relevance', '4'),
      decision('q1\tscurvy', 'reasoning-support', '3'),
    ]);
    expect(evidence.items.map(({ id, stage, kind }) => ({ id, stage, kind }))).toEqual([
      { id: 'q1', stage: 'treatment', kind: undefined },
    ]);
    expect(rejected.map(({ id, step }) => [id, step])).toEqual([['q2', 'reformulate']]);
    expect(restored.map(({ id }) => id)).toEqual(['q4']);
    expect(evidence.judged[1]).toMatchObject({ passage: 'scurvy', label: 'relevant', by: 'review' });
    expect(overturned.map(({ step, overturned: count }) => [step, count])).toEqual([
      ['classify', 1],
      ['filter', 1],
      ['reformulate', 1],
      ['judge', 1],
    ]);
  });

  it('give a near-duplicate the label of the document that was read', async () => {
    const { evidence, overturned } = await applied(
      [decision('q1\tgout', 'answer-relevance', '0'), decision('q1\tgout', 'reasoning-support', '0')],
      {
        ...EVIDENCE,
        judged: [
          judgement('q1', 'gout', 'relevant'),
          {
            item: 'q1',
            passage: 'goitre',
            label: 'relevant',
            judges: [],
            by: 'near-duplicate',
            duplicateOf: 'gout',
          },
        ],
      },
    );
    expect(evidence.judged.map(({ label }) => label)).toEqual(['not-relevant', 'not-relevant']);
    expect(overturned).toEqual([{ step: 'judge', decided: 1, overturned: 1, share: 1 }]);
  });

  it('about one criterion alone, or about nothing that is there, change nothing', async () => {
    const { evidence, unmatched } = await applied([
      decision('q1\tgout', 'answer-relevance', '0'),
      decision('classify\tgone', 'stage', 'treatment'),
    ]);
    expect(evidence.judged).toEqual(EVIDENCE.judged);
    expect(unmatched).toBe(1);
  });
});
