import { describe, expect, it } from 'vitest';
import { describeWriter, type Script } from '../../../../test/conformance/writer.js';
import { testTools } from '../../../../test/support/tools.js';
import { corpusOf, InputError, type Query, queryId } from '../../../core/index.js';
import { ChatFailure, type Message, type Reply } from '../../../models/llms/index.js';
import { openPrompts } from '../../../models/prompts/index.js';
import { textModeOf } from '../generation-methods.js';
import { diagnose } from './diagnose.js';

type DiagnoseSetting = Parameters<typeof diagnose>[0];

const prompts = openPrompts();
const LIST = '1. Gout: urate.\n2. Septic arthritis: fever.\n3. Gout: again.\n4. Trauma';

const isList = (messages: readonly Message[]): boolean =>
  messages.at(-1)!.content.includes('1. name: reason');
const listThen =
  (list: string): Script =>
  (messages) =>
    isList(messages) ? list : 'A passage about {TEXT} and {CANDIDATE}.';

for (const [behaviour, list] of [
  ['that lists', LIST],
  ['that lists nothing', 'I cannot say.'],
  [
    'that lists too much',
    Array.from({ length: 20 }, (_, i) => `${i}. ${'abcdefghijklmnopqrst'[i]}`).join('\n'),
  ],
  ['that lists places', '1. {TEXT}: {CANDIDATE} $& {COUNT}'],
] as const)
  describeWriter(`diagnose with a model ${behaviour}`, () => diagnose({ prompts, task: 'MedQA-Diag' }), {
    script: listThen(list),
  });

const QUERY: Query = { id: queryId('q'), text: 'Why does my toe hurt?' };
const REPLY: Reply = {
  text: '',
  finish: 'stop',
  tokensIn: 3,
  tokensOut: 2,
  estimated: false,
  raw: {},
  ms: 1,
};

/** Writes with a model that says these things in sequence. */
const written = async (says: readonly (string | Partial<Reply>)[], change: Partial<DiagnoseSetting> = {}) => {
  const asked: string[] = [];
  const method = diagnose({ prompts, task: 'MedQA-Diag', ...change });
  const open = await method.open(corpusOf('k', []), testTools());
  const draft = await open.write(QUERY, async (messages) => {
    const said = says[asked.length] ?? `passage ${asked.length}`;
    asked.push(messages.at(-1)!.content);
    return { ...REPLY, ...(typeof said === 'string' ? { text: said } : said) };
  });
  return { asked, draft, open };
};

describe('diagnose', () => {
  it('asks for a list, then for a passage about each candidate with its reason', async () => {
    const { asked, draft } = await written([LIST]);
    expect(asked).toHaveLength(4);
    expect(asked[0]).toContain('List at most 4 ');
    expect(asked.slice(1).map((prompt) => /Candidate: (.*)/.exec(prompt)![1])).toEqual([
      'Gout: urate.',
      'Septic arthritis: fever.',
      'Trauma',
    ]);
    expect(asked.every((prompt) => prompt.includes(QUERY.text))).toBe(true);
    expect(draft.texts).toEqual(['passage 1', 'passage 2', 'passage 3']);
  });

  it('leaves a trace that says which passage is about what', async () => {
    const { draft } = await written([LIST], { candidates: 2 });
    expect(draft.trace.map((step) => (step.step === 'searched' ? '' : step.text))).toEqual([
      LIST,
      'candidate 1 of 2: Gout',
      'passage 1',
      'candidate 2 of 2: Septic arthritis',
      'passage 2',
    ]);
  });

  it('asks for one passage without a candidate where no list can be read', async () => {
    const { asked, draft } = await written(['It is gout.', 'Urate crystals.']);
    expect(asked).toHaveLength(2);
    expect(asked[1]).not.toContain('Candidate');
    expect(draft.texts).toEqual(['Urate crystals.']);
    expect(draft.trace[1]).toEqual({
      step: 'told',
      text: 'no candidates could be read: one passage without',
    });
  });

  it('reads the list from the answer, never from the thinking', async () => {
    const thinking = '<think>\n1. Sepsis: no.\n</think>\n\n1. Gout: yes.';
    const { asked, draft } = await written([thinking, '<think>hm</think>Urate.'], { reasoning: 'think-tag' });
    expect(asked).toHaveLength(2);
    expect(asked[1]).toContain('Candidate: Gout: yes.');
    expect(draft.texts).toEqual(['<think>hm</think>Urate.']);
  });

  it('reads an answer whose thinking came in a separate field, and stores both in the text', async () => {
    const { asked, draft } = await written(
      [
        { text: '1. Gout: yes.', reasoning: '1. Sepsis: no.' },
        { text: 'Urate.', reasoning: 'hm' },
      ],
      { reasoning: 'think-tag' },
    );
    expect(asked).toHaveLength(2);
    expect(draft.texts).toEqual(['<think>\nhm\n</think>\n\nUrate.']);
  });

  it('takes a list that was cut inside the thinking for none', async () => {
    const { asked } = await written([{ text: '<think>\n1. Sepsis', finish: 'length' }], {
      reasoning: 'think-tag',
    });
    expect(asked[1]).not.toContain('Candidate');
  });

  it('fails as a whole when one passage is refused', async () => {
    const open = await diagnose({ prompts, task: 'Biology' }).open(corpusOf('k', []), testTools());
    const refusal = new ChatFailure('refused', 'no');
    let calls = 0;
    const writing = open.write(QUERY, async () => {
      if (++calls === 3) throw refusal;
      return { ...REPLY, text: LIST };
    });
    await expect(writing).rejects.toBe(refusal);
  });

  it('expects the list and at most a passage per candidate', async () => {
    const { open } = await written([LIST], { candidates: 7 });
    const { known, further, furtherTokensIn } = open.expected(QUERY);
    expect([known.length, further]).toEqual([1, 7]);
    expect(furtherTokensIn).toBeGreaterThan(80);
  });

  it('is searched with text by text', () => {
    expect(textModeOf('diagnose')).toBe('each');
  });

  it('is another setting with other prompts or another number of candidates', () => {
    const spec = (change: Partial<DiagnoseSetting>) => diagnose({ prompts, task: 'Biology', ...change }).spec;
    expect(spec({ task: 'PMC-Clinical' })).not.toEqual(spec({}));
    expect(spec({ candidates: 5 })).not.toEqual(spec({}));
    expect(spec({ reasoning: 'think-tag' })).toEqual(spec({}));
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses %s candidates', (candidates) => {
    expect(() => diagnose({ prompts, task: 'Biology', candidates })).toThrow(InputError);
  });
});
