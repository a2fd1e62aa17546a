import { describe, expect, it } from 'vitest';
import { chatTests } from '../../../../test/support/chat-model.js';
import { candidates, orderBatch, placesOf } from '../../../../test/support/reranking.js';
import { testTools } from '../../../../test/support/tools.js';
import { cachedChat } from '../../../models/llms/index.js';
import { openPrompts } from '../../../models/prompts/index.js';
import { llmRerankers } from './index.js';

const prompts = openPrompts();
const METHODS = Object.keys(llmRerankers);

describe('over HTTP', () => {
  const { server, open } = chatTests();

  /** Says of every document how much "gout" is in it, in whichever form it is asked. */
  const judge = (messages: readonly { readonly content: string }[]): string => {
    const said = messages.map(({ content }) => content).join('\n');
    // Far enough apart for the mix with the first stage.
    const worth = (text: string): number => [0, 2, 7, 10][text.split('gout').length - 1]!;
    const listed = [...said.matchAll(/^(?:\[(\d+)\]\.?|Document ([A-Z]):) (.*gout.*|.*plain.*)$/gm)].map(
      ([, number, label, text]) => ({ name: number ?? label!, worth: worth(text!) }),
    );
    const order = listed.toSorted((a, b) => b.worth - a.worth).map(({ name }) => name);
    if (said.includes('Score: N')) return `Score: ${worth(/<document>\n(.*)\n/.exec(said)![1]!)}`;
    if (said.includes('<answer>'))
      return `<reason>gout</reason><answer>{${listed.map(({ name, worth }) => `"[${name}]": ${worth}`).join(', ')}}</answer>`;
    if (said.includes('```json')) return `Gout.\n\`\`\`json\n[${order.slice(0, 10).join(', ')}]\n\`\`\``;
    if (said.includes('the letter of')) return order[0]!;
    return order.map((name) => `[${name}]`).join(' > ');
  };
  const texts = ['plain', 'gout', 'plain text', 'gout gout gout', 'gout gout', 'plain words'];

  it.each(METHODS)(
    '%s puts documents in the order that the model sees, and asks for nothing twice',
    async (method) => {
      const there = await server();
      there.answer((messages) => ({ text: judge(messages), reasoning: 'Let me see: [6] > [1].' }));
      const { model } = await open(there, { reasoning: 'think-tag' });
      const tools = testTools();
      const run = async () => {
        const chat = await cachedChat(model, tools);
        const rerankMethod = llmRerankers[method]!.make({ prompts, task: 'PMC-Clinical', chat });
        return orderBatch(rerankMethod, [candidates(texts, 'q', 'a swollen toe')], tools);
      };
      const first = await run();
      expect(first.places[0]!.slice(0, 3)).toEqual([3, 4, 1]);
      expect(first.facts).toMatchObject({ failedCalls: 0, unparsed: 0, missing: 0, unknown: 0 });
      const asked = there.requests.length;
      expect(await run()).toMatchObject({ ordered: first.ordered, facts: first.facts });
      expect(there.requests.length).toBe(asked);
    },
  );

  it.each(METHODS)('%s outlives refusals and answers that break off', async (method) => {
    const there = await server();
    there.always(() => ({ refusal: 'I do not judge medical texts.' }));
    const { model } = await open(there);
    const tools = testTools();
    const chat = await cachedChat(model, tools);
    const opened = await llmRerankers[method]!.make({ prompts, task: 'Biology', chat }).open(tools);
    const [refused] = await opened.order([candidates(texts, 'q')]);
    expect(placesOf(refused!)).toBeUndefined();
    expect(opened.facts.failedCalls).toBe(opened.facts.calls);
    expect(opened.failed).toMatchObject({
      failed: { 'calls of a reranker without an answer': { count: opened.facts.calls, cached: true } },
    });
    expect(tools.notes[0]).toContain('refused');
  });

  it('a number that the limit of tokens cut in half is not read', async () => {
    const there = await server();
    there.answer((messages) => {
      const cut = messages.at(-1)!.content.includes('gout gout gout');
      return cut ? { text: 'Score: 1', finish: 'length' } : 'Score: 0';
    });
    const { model } = await open(there);
    const chat = await cachedChat(model, testTools());
    const { facts } = await orderBatch(llmRerankers.pointwise!.make({ prompts, task: 'Biology', chat }), [
      candidates(texts),
    ]);
    expect(facts).toMatchObject({ unparsed: 1, unscored: 1 });
  });
});
