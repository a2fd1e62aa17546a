import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { examItem, workshop } from '../../../../test/support/construction.js';
import { jsonl } from '../../../../test/support/written-folder.js';
import { checkChange } from './check-change.js';
import { readQuestion, reformulate } from './index.js';
import { shownDiff, wordDiff, wordsOf } from './word-diff.js';

const BEFORE = String(examItem().text);
const AFTER = BEFORE.replace('Which of the following', 'What');
const reply = (question: string): string => `- Reason: options left out\n- Open-ended Question: ${question}`;

const run = async (question: string, change = {}) => {
  const shop = workshop({ 'filtered.jsonl': jsonl(examItem(change)) }, { m: () => reply(question) });
  const { report } = await shop.run(reformulate, { llm: 'm' });
  return { report, shop, query: shop.rows('reformulated')[0], held: shop.rows('reformulate.held')[0] };
};

describe('reformulate', () => {
  it('asks openly, keeps the ground truth, and shows every change', async () => {
    const { query, report } = await run(AFTER);
    expect(query).toMatchObject({
      text: BEFORE,
      query: AFTER,
      answer: 'Gout',
      trail: [
        {
          step: 'reformulate',
          label: 'changed 0.0 % before the question, 55.6 % of it',
          reason: 'options left out',
          by: 'm',
          change: '… He has no fever. [-Which of the following-] [+What+] is the most likely diagnosis?',
        },
      ],
    });
    expect(report).toMatchObject({
      in: 1,
      out: 1,
      figures: { rewritten: 1, meanChange: 0, unchangedBeforeTheQuestion: 1 },
    });
  });

  it('shows a model the question and its answer, and never the options', async () => {
    const { shop } = await run(AFTER);
    const { prompt } = shop.chat('m').asked[0]!;
    expect(prompt).toContain('<answer>\nGout\n</answer>');
    for (const option of ['Septic arthritis', 'Fracture']) expect(prompt).not.toContain(option);
  });

  it.each([
    ['answer in the query', AFTER.replace('swollen toe', 'toe with gout')],
    ['still multiple choice', BEFORE],
    ['still multiple choice', `${AFTER}\nA. Gou t\nB. Fracture`],
    ['still multiple choice', `${AFTER} (A) Toe (B) Fracture (C) Sprain`],
    ['number changed', AFTER.replace('54', '45')],
    ['number changed', AFTER.replace('toe', 'toe of 3 days')],
    ['negation changed', AFTER.replace('He has no fever', 'He has fever')],
    ['negation changed', AFTER.replace('He has no fever', "He hasn't fever")],
    [
      'too many changes',
      AFTER.replace('wakes at night with a hot, swollen', 'complains nightly of one warm, puffy'),
    ],
  ])('holds back: %s', async (why, question) => {
    const { held, report } = await run(question);
    expect(held).toMatchObject({
      id: 'q1',
      why,
      detail: expect.any(String),
      item: { trail: [{ label: why, change: expect.any(String) }] },
    });
    expect(report).toMatchObject({ out: 0, held: { [why]: 1 } });
  });

  it('is bounded as the settings say', async () => {
    const shop = workshop(
      { 'filtered.jsonl': jsonl(examItem()) },
      { m: () => reply(AFTER.replace('hot', 'warm')) },
    );
    await expect(shop.run(reformulate, { llm: 'm', maxChange: 0 })).resolves.toMatchObject({
      report: { out: 0 },
    });
    await expect(
      shop.run(reformulate, { llm: 'm', maxChange: 0.2 }, { overwrite: true }),
    ).resolves.toMatchObject({ report: { out: 1 } });
    expect(shop.chat('m').asked).toHaveLength(1);
  });

  it('takes posts and open cases as they stand, and gives a silent treatment case its question', async () => {
    const shop = workshop(
      {
        'filtered.jsonl': jsonl(
          examItem({ id: 'p', family: 'post', text: 'Why do cells age?', options: [] }),
          examItem({ id: 't', family: 'treatment', text: 'A man with gout.', options: [] }),
        ),
      },
      { m: () => reply('') },
    );
    await shop.run(reformulate, { llm: 'm' });
    expect(shop.rows('reformulated').map(({ query }) => query)).toEqual([
      'Why do cells age?',
      'A man with gout.\n\nWhat would be an appropriate treatment plan for this patient?',
    ]);
    expect(shop.chat('m').asked).toEqual([]);
  });

  it('reads a question of several lines, and refuses one without a reason', () => {
    expect(readQuestion(reply('First.\n\nSecond?'))).toMatchObject({
      value: { question: 'First.\n\nSecond?' },
    });
    expect(readQuestion('- Open-ended Question: What?')).toHaveProperty('unreadable');
    expect(readQuestion('What is it?')).toHaveProperty('unreadable');
  });
});

describe('a diff of words', () => {
  const word = fc.constantFrom('a', 'b', 'c', 'd?', 'e.');
  const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(' '));

  it('gives both texts back', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = wordDiff(before, after);
        const side = (drop: string) => parts.flatMap(({ kind, words }) => (kind === drop ? [] : words));
        expect(side('added')).toEqual(wordsOf(before));
        expect(side('removed')).toEqual(wordsOf(after));
        expect(shownDiff(parts)).toBeTypeOf('string');
      }),
    );
  });

  it('is as small as it can be', () => {
    const changes = wordDiff('a b c a b b a', 'c b a b a c').filter(({ kind }) => kind !== 'same');
    expect(changes.flatMap(({ words }) => words)).toHaveLength(5);
  });

  it('counts shares of any two texts from 0 upwards', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { outside, inside } = checkChange(before, after, 'x', 1);
        expect(Math.min(outside, inside)).toBeGreaterThanOrEqual(0);
        if (before === after) expect([outside, inside]).toEqual([0, 0]);
      }),
    );
  });

  it('takes texts of any length', () => {
    const long = Array.from({ length: 9000 }, (_, i) => `w${i}`);
    const parts = wordDiff(`x ${long.join(' ')} y`, `z ${long.toReversed().join(' ')} y`);
    expect(parts.map(({ kind }) => kind)).toEqual(['removed', 'added', 'same']);
  });
});

describe('what is kept', () => {
  it.each([
    ['vitamin D. Why is he tired?', 'vitamin D. Why is he tired?'],
    ['Bp 120/80, 5.5 mg. Which of the following?', 'Bp 120/80, 5.5 mg. What?'],
  ])('%s', (before, after) => {
    expect(checkChange(before, after, 'Gout', 0).problem).toBeUndefined();
  });
});
