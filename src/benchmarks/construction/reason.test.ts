import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { examItem, workshop } from '../../../test/support/construction.js';
import { jsonl } from '../../../test/support/written-folder.js';
import { readPath, reason } from './reason.js';

const PATH = '1. A hot toe at night is podagra.\n2. Urate does that.\nFinal Answer: gout.';

const run = async (reply: string, posts = false) => {
  const items = jsonl(
    examItem({ query: 'What is it?' }),
    examItem({ id: 'p', family: 'post', query: 'Why?', answer: 'A long answer.' }),
  );
  const shop = workshop({ 'reformulated.jsonl': items }, { m: () => reply });
  const { report } = await shop.run(reason, { llm: 'm', posts });
  return { shop, report };
};

describe('reason', () => {
  it('keeps a path that ends in the answer, in the words of the ground truth', async () => {
    const { shop, report } = await run(PATH);
    expect(shop.rows('reasoned')).toMatchObject([
      {
        id: 'q1',
        reasoning: '1. A hot toe at night is podagra.\n2. Urate does that.\nFinal Answer: Gout',
        trail: [{ step: 'reason', label: 'reasoned', by: 'm', raw: PATH }],
      },
      { id: 'p', trail: [] },
    ]);
    expect(report).toMatchObject({ in: 2, out: 2, figures: { paths: 1 } });
  });

  it('gives posts a path on request, which ends in words of their answer', async () => {
    const { shop } = await run(PATH.replace('gout.', 'long answer'), true);
    expect(shop.rows('reasoned')).toMatchObject([
      { id: 'p', reasoning: expect.stringMatching(/Final Answer: long answer$/), trail: [{ by: 'm' }] },
    ]);
    expect((await run(PATH, true)).shop.rows('reason.held')).toMatchObject([
      { id: 'p', why: 'another final answer', detail: 'gout.' },
    ]);
  });

  it('shows a model query and answer, and neither options nor the text before', async () => {
    const { shop } = await run(PATH);
    const [{ prompt } = { prompt: '' }, ...more] = shop.chat('m').asked;
    expect(more).toEqual([]);
    expect(prompt).toContain('<question>\nWhat is it?\n</question>\n<answer>\nGout');
    for (const hidden of ['swollen toe', 'Fracture', 'A long answer']) expect(prompt).not.toContain(hidden);
  });

  it.each([
    ['another final answer', PATH.replace('gout', 'gout or sepsis')],
    ['too few steps', '1. It is so.\nFinal Answer: Gout'],
  ])('holds back: %s', async (why, reply) => {
    const { shop, report } = await run(reply);
    expect(shop.rows('reason.held')).toMatchObject([{ id: 'q1', why, item: { trail: [{ label: why }] } }]);
    expect(report.held).toEqual({ [why]: 1 });
  });
});

describe('a reasoning path', () => {
  it('may have bold numbers and steps of several lines', () => {
    expect(readPath('**1.** One\n  and more\n\n2) Two\n**Final Answer:** Gout')).toEqual({
      value: { steps: ['One and more', 'Two'], finalAnswer: 'Gout' },
    });
  });

  it.each([
    ['no number', 'It is gout.\nFinal Answer: Gout'],
    ['words before', `Sure:\n${PATH}`],
    ['words behind', `${PATH}\nI hope this helps.`],
    ['no end', '1. One\n2. Two'],
    ['an empty end', '1. One\n2. Two\nFinal Answer:'],
    ['two ends', `${PATH}\nFinal Answer: Gout`],
    ['an empty step', '1. …\nFinal Answer: Gout'],
    ['nothing', ''],
  ])('with %s is not read', (_, reply) => {
    expect(readPath(reply)).toHaveProperty('unreadable');
  });

  it('is read or refused, whatever it is', () => {
    const part = fc.constantFrom('1. a\n', '2. b\n', 'Final Answer: c\n', '3)', '\n');
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.string())), (parts) => {
        const reading = readPath(parts.join(''));
        expect('value' in reading || typeof reading.unreadable === 'string').toBe(true);
      }),
    );
  });
});
