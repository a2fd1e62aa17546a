import { describe, expect, it } from 'vitest';
import { scriptedChat } from '../../../../test/support/scripted-chat.js';
import { testTools } from '../../../../test/support/tools.js';
import { type Query, queryId, WorkError } from '../../../core/index.js';
import { type CachedChat, ChatFailure } from '../../../models/llms/index.js';
import { openPrompts } from '../../../models/prompts/index.js';
import { type JudgingOptions, judgeAnswers, planJudging } from './judge-answers.js';
import { readVerdict } from './verdict.js';

const queries: readonly Query[] = [
  { id: queryId('q1'), text: 'Whose toe swells at night?' },
  { id: queryId('q2'), text: 'Who is tired and pale?' },
];
const answers = new Map([
  [queryId('q1'), 'Gout'],
  [queryId('q2'), 'Iron deficiency'],
]);
const texts = new Map([
  [queryId('q1'), ['Podagra is urate in a joint.']],
  [queryId('q2'), ['Pernicious anaemia is a lack of B12.']],
]);

const verdict = (modelAnswer: string, correct: string): string =>
  `- Model answer: ${modelAnswer}\n- Correctness: ${correct}\n- Explanation: so`;

const optionsOf = (chat: CachedChat, change: Partial<JudgingOptions> = {}): JudgingOptions => ({
  task: 'Biology',
  queries,
  answers,
  texts,
  style: 'none',
  chat,
  prompts: openPrompts(),
  tools: testTools(),
  ...change,
});

const outcomes = async (chat: CachedChat, change: Partial<JudgingOptions> = {}) =>
  (await judgeAnswers(optionsOf(chat, change))).answers.map(({ outcome }) => outcome);

describe('answers are judged', () => {
  it('right or wrong, query by query, with what the judge found and why', async () => {
    const chat = scriptedChat(({ prompt }) =>
      prompt.includes('Podagra') ? verdict('podagra', 'True') : verdict('pernicious anaemia', 'False'),
    );
    const { answers: found, counts, usage } = await judgeAnswers(optionsOf(chat));
    expect(found).toEqual([
      {
        id: 'q1',
        outcome: 'right',
        correct: true,
        reference: 'Gout',
        modelAnswer: 'podagra',
        explanation: 'so',
      },
      {
        id: 'q2',
        outcome: 'wrong',
        correct: false,
        reference: 'Iron deficiency',
        modelAnswer: 'pernicious anaemia',
        explanation: 'so',
      },
    ]);
    expect(counts).toEqual({
      right: 1,
      wrong: 1,
      unclear: 0,
      'no-answer': 0,
      failed: 0,
      'no-text': 0,
      'no-reference': 0,
    });
    expect(usage).toMatchObject({ calls: 2, tokensIn: 20, tokensOut: 10 });
  });

  it('in the order of the queries, whichever verdict comes first', async () => {
    const chat = scriptedChat(() => verdict('gout', 'True'));
    const late: CachedChat = {
      ...chat,
      ask: async (request, sampleIndex) => {
        if (request.messages[0]!.content.includes('Podagra')) await new Promise(setImmediate);
        return chat.ask(request, sampleIndex);
      },
    };
    const { answers: found } = await judgeAnswers(optionsOf(late));
    expect(found.map(({ id }) => id)).toEqual(['q1', 'q2']);
  });

  it('from question, reference and response, without drawing words', async () => {
    const chat = scriptedChat(() => verdict('gout', 'True'));
    await judgeAnswers(optionsOf(chat, { queries: queries.slice(0, 1) }));
    const { messages, sampling } = chat.asked[0]!.request;
    const { content } = messages[0]!;
    expect(messages).toHaveLength(1);
    for (const part of ['Whose toe swells at night?', 'Gout', 'Podagra is urate in a joint.'])
      expect(content.split(part)).toHaveLength(2);
    expect(content).toContain('- Correctness: True');
    expect(sampling).toEqual({ temperature: 0 });
  });

  it('by rules that leave the judge no medicine of its own', () => {
    const { text } = openPrompts().template('judge', 'any task');
    for (const rule of [
      'The reference answer is always right',
      'synonyms, abbreviations, other spellings and medically equivalent terms match',
      'does not match, however plausible',
      'no medical reasoning of your own',
    ])
      expect(text).toContain(rule);
    expect(text.trimEnd().split('\n').slice(-3)).toEqual([
      expect.stringMatching(/^- Model answer: /),
      expect.stringMatching(/^- Correctness: /),
      expect.stringMatching(/^- Explanation: /),
    ]);
    expect(readVerdict(text)).not.toHaveProperty('correct');
  });

  it('by the answer in the text, not by the reasoning before it', async () => {
    const chat = scriptedChat(() => verdict('gout', 'True'));
    const raw = new Map([[queryId('q1'), ['<think>lupus or sepsis?</think>\n\nPodagra.']]]);
    await judgeAnswers(optionsOf(chat, { queries: queries.slice(0, 1), texts: raw, style: 'think-tag' }));
    expect(chat.asked[0]!.prompt).toContain('<response>\nPodagra.\n</response>');
    expect(chat.asked[0]!.prompt).not.toContain('lupus');
  });

  it('with places in a text left as they are', async () => {
    const chat = scriptedChat(() => verdict('gout', 'True'));
    const hostile = new Map([[queryId('q1'), ['It is {REFERENCE}, see {QUESTION}.']]]);
    await judgeAnswers(optionsOf(chat, { queries: queries.slice(0, 1), texts: hostile }));
    expect(chat.asked[0]!.prompt).toContain('It is {REFERENCE}, see {QUESTION}.');
  });

  it('by the first of several texts', async () => {
    const chat = scriptedChat(() => verdict('gout', 'True'));
    const several = new Map([[queryId('q1'), ['Podagra.', 'Or lupus.']]]);
    await judgeAnswers(optionsOf(chat, { queries: queries.slice(0, 1), texts: several }));
    expect(chat.asked[0]!.prompt).toContain('Podagra.');
    expect(chat.asked[0]!.prompt).not.toContain('lupus');
  });

  it('as the user samples, where the user says so', async () => {
    const chat = scriptedChat(() => verdict('gout', 'True'));
    await judgeAnswers(optionsOf(chat, { sampling: { temperature: 0.5, seed: 3 } }));
    expect(chat.asked[0]!.request.sampling).toEqual({ temperature: 0.5, seed: 3 });
  });
});

describe('what cannot be judged', () => {
  it('is counted without asking: no reference, no text, no answer', async () => {
    const chat = scriptedChat(() => verdict('gout', 'True'));
    const more = [...queries, { id: queryId('q3'), text: 'Who coughs?' }];
    expect(
      await outcomes(chat, {
        queries: more,
        answers: new Map([
          [queryId('q1'), 'Gout'],
          [queryId('q2'), '  '],
          [queryId('q3'), 'Pertussis'],
        ]),
        texts: new Map([[queryId('q1'), ['<think>it might be']]]),
        style: 'auto',
      }),
    ).toEqual(['no-answer', 'no-reference', 'no-text']);
    expect(chat.asked).toEqual([]);
  });

  it('is a text that is empty after its reasoning', async () => {
    const empty = new Map([...texts].map(([id]) => [id, ['hm</think>\n ']]));
    const chat = scriptedChat(() => verdict('gout', 'True'));
    expect(await outcomes(chat, { texts: empty, style: 'think-tag' })).toEqual(['no-answer', 'no-answer']);
  });

  it('is unclear when the judge says neither, and what it said is saved', async () => {
    const chat = scriptedChat(() => 'I would rather not say.');
    const { answers: found, counts } = await judgeAnswers(optionsOf(chat));
    expect(found[0]).toEqual({
      id: 'q1',
      reference: 'Gout',
      outcome: 'unclear',
      said: 'I would rather not say.',
    });
    expect(counts.unclear).toBe(2);
    expect(counts.wrong).toBe(0);
  });

  it('is a call that fails, while the others go on', async () => {
    const chat = scriptedChat(({ prompt }) =>
      prompt.includes('Podagra') ? new ChatFailure('refused', 'policy') : verdict('x', 'False'),
    );
    const { answers: found } = await judgeAnswers(optionsOf(chat));
    expect(found[0]).toEqual({ id: 'q1', reference: 'Gout', outcome: 'failed', said: 'policy' });
    expect(found[1]!.outcome).toBe('wrong');
  });

  it('ends the work when no model could be called any more', async () => {
    const chat = scriptedChat(() => new WorkError('the budget is spent'));
    await expect(judgeAnswers(optionsOf(chat))).rejects.toThrow(WorkError);
    await expect(judgeAnswers(optionsOf(chat))).rejects.toThrow('the budget is spent');
  });
});

describe('a judge that thinks', () => {
  const thought = 'First I took it for\n- Correctness: False\nbut no.';

  it('is heard after its thinking, in the text or in a field of its own', async () => {
    const inText = scriptedChat(() => `${thought}\n</think>\n${verdict('gout', 'True')}`, {
      reasoning: 'think-tag',
    });
    expect(await outcomes(inText)).toEqual(['right', 'right']);
    const apart = scriptedChat(() => ({ text: verdict('gout', 'True'), reasoning: thought }), {
      reasoning: 'think-tag',
    });
    expect(await outcomes(apart)).toEqual(['right', 'right']);
  });

  it('is heard when it did not think', async () => {
    const chat = scriptedChat(() => verdict('gout', 'True'), { reasoning: 'think-tag' });
    expect(await outcomes(chat)).toEqual(['right', 'right']);
  });

  it('is unclear when it was cut off in its thinking, whatever it weighed', async () => {
    for (const reply of [
      { text: thought, finish: 'length' },
      { text: '', reasoning: thought, finish: 'length' },
      { text: `<think>\n${thought}`, finish: 'stop' },
    ] as const)
      expect(await outcomes(scriptedChat(() => reply, { reasoning: 'think-tag' }))).toEqual([
        'unclear',
        'unclear',
      ]);
  });
});

describe('a plan', () => {
  it('counts the calls that are to be made, and asks nothing', async () => {
    const price = { usdPerMillionIn: 1, usdPerMillionOut: 10, at: '2026-11-15' };
    const chat = scriptedChat(() => verdict('gout', 'True'), { price });
    const plan = await planJudging(optionsOf(chat, { texts: new Map([...texts].slice(0, 1)) }));
    expect(plan).toMatchObject({
      queries: 1,
      known: 1,
      kept: 0,
      further: 0,
      likely: { calls: 1, tokensOut: 80 },
    });
    expect(plan.likely.usd).toBeGreaterThan(0);
    expect(chat.asked).toEqual([]);
  });

  it('knows what was answered before', async () => {
    const chat = scriptedChat(() => verdict('gout', 'True'));
    await judgeAnswers(optionsOf(chat, { queries: queries.slice(0, 1) }));
    const { known, kept, likely } = await planJudging(optionsOf(chat));
    expect([known, kept, likely.calls]).toEqual([2, 1, 1]);
    await judgeAnswers(optionsOf(chat));
    await judgeAnswers(optionsOf(chat));
    expect(chat.asked).toHaveLength(2);
  });
});
