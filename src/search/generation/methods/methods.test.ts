import { describe, expect, it } from 'vitest';
import { describeWriter } from '../../../../test/conformance/writer.js';
import { testTools } from '../../../../test/support/tools.js';
import { corpusOf, docId, type Query, queryId, type Retriever } from '../../../core/index.js';
import type { Reply } from '../../../models/llms/index.js';
import { openPrompts, type Prompts } from '../../../models/prompts/index.js';
import { bm25 } from '../../retrieval/index.js';
import type { GenerationMethod } from '../generation-method.js';
import { hyde } from './hyde.js';
import { lamer } from './lamer.js';
import { query2doc } from './query2doc.js';

const prompts = openPrompts();
const retriever = bm25({ topK: 10 });

describeWriter('hyde', () => hyde({ prompts, task: 'Biology' }));
describeWriter('query2doc', () => query2doc({ prompts, task: 'PMC-Treatment' }));
describeWriter('lamer', () => lamer({ prompts, task: 'my-notes', retriever }));

const QUERY: Query = { id: queryId('q1'), text: 'Why does the toe burn?' };
const REPLY: Reply = {
  text: 'Because of urate.',
  finish: 'length',
  tokensIn: 12,
  tokensOut: 5,
  estimated: false,
  raw: {},
  ms: 3,
};

const changed = (name: string, text: string): Prompts => ({
  template: (asked, task) =>
    asked === name ? { text, source: 'test', hash: text } : prompts.template(asked, task),
});

describe('methods of one call', () => {
  it('store the reply as the text, and in the trace what it took', async () => {
    const open = await hyde({ prompts, task: 'Biology' }).open(corpusOf('k', []), testTools());
    expect(await open.write(QUERY, async () => REPLY)).toEqual({
      texts: ['Because of urate.'],
      trace: [{ step: 'wrote', text: 'Because of urate.', finish: 'length', tokensIn: 12, tokensOut: 5 }],
    });
  });

  it('store thoughts that came in a separate field, unless the model is read as a whole', async () => {
    const texts = async (reasoning?: 'none' | 'think-tag') => {
      const generationMethod = hyde({ prompts, task: 'Biology', ...(reasoning && { reasoning }) });
      const open = await generationMethod.open(corpusOf('k', []), testTools());
      return (await open.write(QUERY, async () => ({ ...REPLY, reasoning: 'Toe, so…' }))).texts;
    };
    expect(await texts('think-tag')).toEqual(['<think>\nToe, so…\n</think>\n\nBecause of urate.']);
    expect(await texts()).toEqual(['<think>\nToe, so…\n</think>\n\nBecause of urate.']);
    expect(await texts('none')).toEqual(['Because of urate.']);
  });

  it('leave the sampling to the model and the user', async () => {
    const open = await hyde({ prompts, task: 'Biology' }).open(corpusOf('k', []), testTools());
    await open.write(QUERY, async (_messages, sampling) => {
      expect(sampling).toBeUndefined();
      return REPLY;
    });
  });

  it.each([
    ['hyde', 'hyde', (from: Prompts) => hyde({ prompts: from, task: 'Biology' })],
    ['hyde', 'system', (from: Prompts) => hyde({ prompts: from, task: 'Biology' })],
    ['query2doc', 'query2doc', (from: Prompts) => query2doc({ prompts: from, task: 'Biology' })],
    ['query2doc', 'query2doc/examples', (from: Prompts) => query2doc({ prompts: from, task: 'Biology' })],
    ['lamer', 'lamer', (from: Prompts) => lamer({ prompts: from, task: 'Biology', retriever })],
    ['lamer', 'system', (from: Prompts) => lamer({ prompts: from, task: 'Biology', retriever })],
  ] as const)('%s has another spec when the words of %s change', (_method, name, make) => {
    expect(make(changed(name, 'other')).spec).not.toEqual(make(prompts).spec);
  });

  it('differ by task only where the words do', () => {
    const spec = (task: string) => hyde({ prompts, task }).spec;
    expect(spec('PMC-Clinical')).toEqual(spec('IIYi-Clinical'));
    expect(spec('PMC-Clinical')).not.toEqual(spec('PMC-Treatment'));
  });
});

/** Finds these documents for every query, and remembers what was asked. */
const fixed = (ids: readonly string[], asked: Query[] = []): Retriever => ({
  name: 'fixed',
  spec: { fixed: [...ids] },
  open: async () => ({
    facts: {},
    run: async (queries) => {
      asked.push(...queries);
      return queries.map((query) => ({
        query,
        hits: ids.map((id, i) => ({ docId: docId(id), score: ids.length - i })),
      }));
    },
  }),
});

describe('lamer', () => {
  const rows = Array.from({ length: 12 }, (_, i) => ({ id: `d${i}`, text: `text\n${i}` }));
  const shown = async (generationMethod: GenerationMethod, queries: readonly Query[] = [QUERY]) => {
    const open = await generationMethod.open(corpusOf('k', rows), testTools());
    await open.prepare!(queries);
    return open.expected(QUERY).known[0]!.messages.at(-1)!.content;
  };

  it('shows the first ten documents, numbered, each on a line of its own', async () => {
    const found = ['d11', ...rows.slice(0, 11).map(({ id }) => id)];
    const content = await shown(lamer({ prompts, task: 'Biology', retriever: fixed(found) }));
    const listed = ['text 11', ...Array.from({ length: 9 }, (_, i) => `text ${i}`)];
    expect(content.split('Possible Relevant Passages: ')[1]).toBe(
      listed.map((text, i) => `\n[${i + 1}]. ${text}`).join(''),
    );
  });

  it('shows nothing when nothing was found', async () => {
    const content = await shown(lamer({ prompts, task: 'Biology', retriever: fixed([]) }));
    expect(content.endsWith('Possible Relevant Passages: ')).toBe(true);
  });

  it('searches with the query alone, for all queries at once', async () => {
    const asked: Query[] = [];
    const written = [{ method: 'hyde', llm: 'x', text: 'y', join: 'alone', dense: 'average' } as const];
    const others = [QUERY, { id: queryId('q2'), text: 'And why?', generated: written }];
    await shown(lamer({ prompts, task: 'Biology', retriever: fixed(['d1'], asked) }), others);
    expect(asked).toEqual([QUERY, { id: 'q2', text: 'And why?' }]);
  });

  it('has the retriever in its spec, and closes it', async () => {
    let closed = 0;
    const closing: Retriever = {
      ...fixed(['d1']),
      close: async () => {
        closed += 1;
      },
    };
    const generationMethod = lamer({ prompts, task: 'Biology', retriever: closing });
    expect(generationMethod.spec).toMatchObject({ retriever: { fixed: ['d1'] }, depth: 10, words: 512 });
    await generationMethod.close!();
    expect(closed).toBe(1);
    expect(lamer({ prompts, task: 'Biology', retriever: fixed([]) }).close).toBeUndefined();
  });

  it('writes for no query that it was not prepared for', async () => {
    const open = await lamer({ prompts, task: 'Biology', retriever }).open(corpusOf('k', rows), testTools());
    await expect(open.write(QUERY, async () => REPLY)).rejects.toThrow('not prepared for the query "q1"');
  });
});
