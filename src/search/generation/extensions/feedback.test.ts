import { describe, expect, it } from 'vitest';
import { describeWriter } from '../../../../test/conformance/writer.js';
import { testTools } from '../../../../test/support/tools.js';
import { corpusOf, docId, InputError, type Query, queryId, type Retriever } from '../../../core/index.js';
import type { Reply } from '../../../models/llms/index.js';
import { openPrompts } from '../../../models/prompts/index.js';
import { bm25 } from '../../retrieval/index.js';
import { feedback } from './feedback.js';

type FeedbackSetting = Parameters<typeof feedback>[0];

const prompts = openPrompts();

describeWriter('feedback', () => feedback({ prompts, task: 'Biology', retriever: bm25() }));
describeWriter(
  'feedback of a model that never comes to an answer',
  () => feedback({ prompts, task: 'IIYi-Clinical', retriever: bm25(), rounds: 3, documents: 2 }),
  { script: () => ({ text: '<think>\nhm', finish: 'length' }) },
);

const CORPUS = corpusOf('letters', [
  { id: 'a', text: `alpha  one\n${'word '.repeat(600)}` },
  { id: 'b', text: 'beta two' },
  { id: 'c', text: 'gamma three' },
  { id: 'd', text: 'delta four' },
  { id: 'e', text: '' },
  { id: 'f', title: 'Title', text: 'zeta six' },
]);
const QUERY: Query = { id: queryId('q'), text: 'which letters?' };
const REPLY: Reply = {
  text: '',
  finish: 'stop',
  tokensIn: 3,
  tokensOut: 2,
  estimated: false,
  raw: {},
  ms: 1,
};

/** Finds the documents that the last written text names, letter by letter; a plain query finds `plain`. */
const named = (plain: string) => {
  const searched: Query[] = [];
  const open = { batches: 0, atOnce: 0, most: 0 };
  let closed = false;
  const retriever: Retriever = {
    name: 'named',
    spec: { retriever: 'named' },
    open: async () => ({
      facts: {},
      run: async (queries) => {
        open.batches += 1;
        open.most = Math.max(open.most, ++open.atOnce);
        await Promise.resolve();
        open.atOnce -= 1;
        searched.push(...queries);
        return queries.map((query) => ({
          query,
          hits: [...(query.generated?.at(-1)?.text ?? plain)].map((id, i) => ({
            docId: docId(id),
            score: 9 - i,
          })),
        }));
      },
    }),
    close: async () => {
      closed = true;
    },
  };
  return { retriever, searched, open, isClosed: () => closed };
};

const written = async (
  plain: string,
  says: readonly (string | Partial<Reply>)[],
  change: Partial<FeedbackSetting> = {},
) => {
  const inner = named(plain);
  const asked: string[] = [];
  const generationMethod = feedback({
    prompts,
    task: 'Biology',
    retriever: inner.retriever,
    documents: 2,
    ...change,
  });
  const open = await generationMethod.open(CORPUS, testTools());
  await open.prepare!([QUERY]);
  const draft = await open.write(QUERY, async (messages) => {
    const said = says[asked.length] ?? 'more';
    asked.push(messages.at(-1)!.content);
    return { ...REPLY, ...(typeof said === 'string' ? { text: said } : said) };
  });
  const shown = asked.map((prompt) => prompt.split('Passages found: ')[1]);
  return { ...inner, asked, shown, draft, writer: generationMethod, opened: open };
};

const searches = (draft: { readonly trace: readonly { readonly step: string }[] }) =>
  draft.trace.filter(({ step }) => step === 'searched') as unknown as {
    readonly query: string;
    readonly found: readonly { readonly id: string }[];
  }[];

describe('feedback', () => {
  it('first reads what the query finds, then what the query with the draft finds', async () => {
    const { shown, draft } = await written('bc', ['df', 'final']);
    expect(shown).toEqual(['\n[1]. beta two\n[2]. gamma three', '\n[1]. delta four\n[2]. Title zeta six']);
    expect(searches(draft).map(({ query }) => query)).toEqual(['which letters?', 'which letters? df']);
    expect(draft.texts).toEqual(['final']);
  });

  it('shows the draft to be refined from the second round on', async () => {
    const { asked } = await written('bc', ['df', 'final']);
    expect(asked[0]).not.toContain('Draft');
    expect(asked[1]).toContain('\nDraft: df\n');
  });

  it('searches with the drafts of all rounds where it keeps them, in the order of the rounds', async () => {
    const { draft, writer } = await written('bc', ['df', { text: '' }, 'final'], { rounds: 3, keep: 'all' });
    expect(draft.texts).toEqual(['df']);
    const whole = await written('b', ['c', 'd', 'end'], { rounds: 3, documents: 1, keep: 'all' });
    expect(searches(whole.draft).map(({ query }) => query)).toEqual([
      'which letters?',
      'which letters? c',
      'which letters? c which letters? d',
    ]);
    expect(whole.draft.texts).toEqual(['c', 'd', 'end']);
    expect(writer.spec).toMatchObject({ keep: 'all' });
  });

  it('passes over what was read before, and documents without words', async () => {
    const { draft } = await written('bc', ['cbed', 'bcdf', 'end'], { rounds: 3 });
    expect(searches(draft).map(({ found }) => found.map(({ id }) => id))).toEqual([['b', 'c'], ['d'], ['f']]);
  });

  it('stops when nothing new is found, and says so', async () => {
    const { asked, draft } = await written('bc', ['cb'], { rounds: 5 });
    expect(asked).toHaveLength(1);
    expect(draft.texts).toEqual(['cb']);
    expect(draft.trace.at(-1)).toEqual({
      step: 'told',
      text: 'nothing new was found in round 2: the draft stands',
    });
  });

  it('asks all the same when the query finds nothing', async () => {
    const { asked, shown } = await written('', ['']);
    expect(asked).toHaveLength(1);
    expect(shown).toEqual(['']);
  });

  it('cuts a document to its first 512 words, with single spaces', async () => {
    const { shown } = await written('a', ['b'], { rounds: 1 });
    expect(shown[0]!.startsWith('\n[1]. alpha one word')).toBe(true);
    expect(shown[0]!.trim().split(' ')).toHaveLength(513);
  });

  it('tells the model no ids of documents', async () => {
    const corpus = corpusOf('ids', [{ id: 'zqgold', text: 'alpha' }]);
    const { retriever } = named('');
    const found: Retriever = {
      ...retriever,
      open: async () => ({
        facts: {},
        run: async (queries) =>
          queries.map((query) => ({ query, hits: [{ docId: docId('zqgold'), score: 1 }] })),
      }),
    };
    const open = await feedback({ prompts, task: 'Biology', retriever: found }).open(corpus, testTools());
    const { trace } = await open.write(QUERY, async (messages) => {
      expect(JSON.stringify(messages)).not.toContain('zqgold');
      return REPLY;
    });
    expect(JSON.stringify(trace)).toContain('zqgold');
  });

  it('searches with the answer, without the thinking, and leaves the raw text', async () => {
    const { draft, asked } = await written('b', ['<think>c</think>d', '<think>x</think>f'], {
      reasoning: 'think-tag',
    });
    expect(searches(draft)[1]!.query).toBe('which letters? d');
    expect(asked[1]).toContain('\nDraft: d\n');
    expect(draft.texts).toEqual(['<think>x</think>f']);
  });

  it('uses the draft of an earlier round when a later one contains no answer', async () => {
    const { draft } = await written('b', ['cd', { text: '<think>hm', finish: 'length' }]);
    expect(draft.texts).toEqual(['cd']);
  });

  it('reads on where the first round comes to no answer', async () => {
    const { shown, asked, draft } = await written('bcdf', ['<think>hm', 'gout']);
    expect(shown[1]).toBe('\n[1]. delta four\n[2]. Title zeta six');
    expect(asked[1]).not.toContain('Draft');
    expect(draft.texts).toEqual(['gout']);
  });

  it('searches for all queries at once beforehand, and one at a time afterwards', async () => {
    const { retriever, open } = named('bc');
    const generationMethod = await feedback({ prompts, task: 'Biology', retriever }).open(
      CORPUS,
      testTools(),
    );
    const queries = ['p', 'q', 'r'].map((id): Query => ({ id: queryId(id), text: id }));
    await generationMethod.prepare!(queries);
    expect(open.batches).toBe(1);
    await Promise.all(
      queries.map((query) => generationMethod.write(query, async () => ({ ...REPLY, text: 'd' }))),
    );
    expect(open).toMatchObject({ batches: 4, most: 1 });
  });

  it('goes on searching after a search that failed', async () => {
    const { retriever } = named('bc');
    let failing = true;
    const flaky: Retriever = {
      ...retriever,
      open: async (corpus, tools) => {
        const { run } = await retriever.open(corpus, tools);
        return { facts: {}, run: (queries) => (failing ? Promise.reject(new Error('lost')) : run(queries)) };
      },
    };
    const generationMethod = await feedback({ prompts, task: 'Biology', retriever: flaky }).open(
      CORPUS,
      testTools(),
    );
    await expect(generationMethod.write(QUERY, async () => REPLY)).rejects.toThrow('lost');
    failing = false;
    expect((await generationMethod.write(QUERY, async () => ({ ...REPLY, text: 'd' }))).texts).toEqual(['d']);
  });

  it('ignores what others wrote for the query', async () => {
    const { retriever, searched } = named('bc');
    const generationMethod = await feedback({ prompts, task: 'Biology', retriever }).open(
      CORPUS,
      testTools(),
    );
    const foreign = { method: 'hyde', llm: 'm', text: 'f', join: 'alone', dense: 'average' } as const;
    await generationMethod.prepare!([{ ...QUERY, generated: [foreign] }]);
    await generationMethod.write({ ...QUERY, generated: [foreign] }, async () => ({ ...REPLY, text: 'd' }));
    expect(searched.map((query) => query.generated?.map(({ text }) => text))).toEqual([undefined, ['d']]);
  });

  it('knows its first call once it is prepared, and only how many otherwise', async () => {
    const { opened } = await written('bc', ['df', 'x'], { rounds: 4 });
    expect(opened.expected(QUERY)).toMatchObject({ known: [{}], further: 3 });
    const other = { id: queryId('other'), text: 'x' };
    expect(opened.expected(other)).toMatchObject({ known: [], further: 4 });
    expect(opened.expected(QUERY).furtherTokensIn).toBeGreaterThan(2 * 512);
  });

  it('closes its retriever', async () => {
    const { writer: generationMethod, isClosed } = await written('b', []);
    await generationMethod.close!();
    expect(isClosed()).toBe(true);
  });

  it('is another setting with other limits, prompts or another retriever', () => {
    const spec = (change: Partial<FeedbackSetting>) =>
      feedback({ prompts, task: 'Biology', retriever: bm25(), ...change }).spec;
    expect(spec({ rounds: 3 })).not.toEqual(spec({}));
    expect(spec({ documents: 5 })).not.toEqual(spec({}));
    expect(spec({ task: 'PMC-Clinical' })).not.toEqual(spec({}));
    expect(spec({ retriever: bm25({ k1: 1.2 }) })).not.toEqual(spec({}));
  });

  it.each([{ rounds: 0 }, { documents: 0 }, { rounds: 2.5 }])('refuses %j', (change) => {
    expect(() => feedback({ prompts, task: 'Biology', retriever: bm25(), ...change })).toThrow(InputError);
  });
});
