import { describe, expect, it } from 'vitest';
import {
  type Corpus,
  corpusOf,
  type Document,
  docId,
  type Query,
  type QueryId,
  queryId,
  type Task,
} from '../../src/core/index.js';
import { ChatFailure, type Message, type Reply, type Sampling } from '../../src/models/llms/index.js';
import type { GeneratedDraft, GenerationMethod } from '../../src/search/generation/generation-method.js';
import { testTools } from '../support/tools.js';

/** What is known of a query but must not be told: each mark occurs nowhere but in gold. */
const MARKS = {
  answer: 'zqanswer',
  bodySystem: 'zqsystem',
  positive: 'zqpositive',
  grade: 'zqgrade',
} as const;

const TEXTS: Readonly<Record<string, string>> = {
  toe: 'Why does my big toe swell and burn at night after a feast?',
  tired: 'A pale man is tired,\nand has "spoon-shaped" nails.\n\nWhat is wrong?',
  braces: 'Does {TEXT} of {PASSAGE} and {EXAMPLES} {{0}} {} %s $& $1 \\n \\boxed{x} harm?',
  marks: 'Is <search>x</search> or </think> an <answer>?',
  foreign: 'Größe 37 °C — 为什么? 🦠',
};

/** Rows as a careless reader would hand them over: gold stands in the very objects, under the names of the files. */
const QUERIES: readonly Query[] = Object.entries(TEXTS).map(([id, text]) => ({
  id: queryId(id),
  text,
  answer: `${MARKS.answer}-${id}`,
  body_system: MARKS.bodySystem,
  doc_id: [`${MARKS.positive}-${id}`],
}));

const DOCUMENTS = [
  { id: `${MARKS.positive}-toe`, text: 'Urate crystals make the big toe swell and burn at night.' },
  {
    id: `${MARKS.positive}-tired`,
    text: 'Without iron a man is pale and tired;\nhis nails become\tspoon-shaped.',
  },
  {
    id: `${MARKS.positive}-braces`,
    text: 'A dose of {TEXT} and {PASSAGE} does harm: $& {EXAMPLES} {QUERY} {{1}}.',
  },
  { id: `${MARKS.positive}-marks`, text: 'An <answer> stands in </answer> after </think>.' },
  { id: `${MARKS.positive}-foreign`, text: 'Größe und Temperatur: 37 °C 🦠' },
  ...Array.from({ length: 12 }, (_, i) => ({ id: `other-${i}`, text: `What is wrong at night, part ${i}?` })),
].map((row) => ({ ...row, score: MARKS.grade }));

const CORPUS: Corpus = corpusOf('writers', DOCUMENTS);

/** The whole task, as a harness holds it; writers see its queries and its corpus. */
const TASK: Task = {
  name: 'Marked',
  suite: 'tests',
  revision: 'none',
  contentHash: 'none',
  corpus: CORPUS,
  queries: QUERIES,
  judgements: new Map(QUERIES.map(({ id }) => [id, new Map([[docId(`${MARKS.positive}-${id}`), 1]])])),
  labels: new Map(
    QUERIES.map(({ id }) => [id, { answer: `${MARKS.answer}-${id}`, bodySystem: MARKS.bodySystem }]),
  ),
  statistics: async () => ({
    queries: QUERIES.length,
    documents: DOCUMENTS.length,
    uniqueDocuments: DOCUMENTS.length,
    judgements: QUERIES.length,
    notes: [],
  }),
  about: {},
};

interface Call {
  readonly messages: readonly Message[];
  readonly sampling?: Sampling;
}

/** What the model says: text, or more of a reply. `nth` counts the calls made for one query, from 0. */
export type Script = (messages: readonly Message[], sampleIndex: number) => string | Partial<Reply>;

export interface WriterConformance {
  /** The model's part of a conversation; a method of several calls needs one that leads it through them. */
  readonly script?: Script;
}

const REPLY: Reply = {
  text: '',
  finish: 'stop',
  tokensIn: 30,
  tokensOut: 20,
  estimated: false,
  raw: {},
  ms: 1,
};

const sameAnswer: Script = () => 'A passage about {TEXT}, {PASSAGE} and $&.';

const said = (messages: readonly Message[]): string => messages.map(({ content }) => content).join('\n');

/**
 * What every method of writing keeps to, whatever it asks. A new one's test file calls this with a factory; the model
 * is a script, and everything the method sends to it is looked at.
 */
export const describeWriter = (
  name: string,
  make: () => GenerationMethod | Promise<GenerationMethod>,
  { script = sameAnswer }: WriterConformance = {},
): void => {
  const opened = async (queries = TASK.queries, corpus = TASK.corpus) => {
    const open = await (await make()).open(corpus, testTools());
    await open.prepare?.(queries);
    return open;
  };

  /** A model that follows the script and remembers what it was asked. */
  const scripted = () => {
    const calls: Call[] = [];
    const ask = async (messages: readonly Message[], sampling?: Sampling): Promise<Reply> => {
      const answer = script(messages, calls.length);
      calls.push(structuredClone({ messages, ...(sampling && { sampling }) }));
      return { ...REPLY, ...(typeof answer === 'string' ? { text: answer } : answer) };
    };
    return { calls, ask };
  };

  /** Drafts and calls by query id. */
  const conversations = async (queries = TASK.queries, corpus = TASK.corpus) => {
    const open = await opened(queries, corpus);
    const held = new Map<QueryId, { readonly draft: GeneratedDraft; readonly calls: readonly Call[] }>();
    for (const query of queries) {
      const { calls, ask } = scripted();
      held.set(query.id, { draft: await open.write(query, ask), calls });
    }
    return held;
  };

  const promptsOf = (calls: readonly Call[]): string =>
    calls.map(({ messages }) => said(messages)).join('\n');

  describe(`${name} is a writer`, () => {
    it('tells the model the query and never what is known of it: answer, label, judged documents', async () => {
      for (const [id, { calls }] of await conversations()) {
        const sent = JSON.stringify(calls);
        for (const mark of Object.values(MARKS)) expect(sent).not.toContain(mark);
        expect(promptsOf(calls)).toContain(TEXTS[id]);
      }
    });

    it('lets what is known of a query reach neither its spec nor its trace', async () => {
      const held = [...(await conversations()).values()];
      const spec = (await make()).spec;
      const told = held.flatMap(({ draft }) => draft.trace.filter((step) => step.step !== 'searched'));
      const kept = JSON.stringify([spec, told, held.map(({ draft }) => draft.texts)]);
      for (const mark of Object.values(MARKS)) expect(kept).not.toContain(mark);
    });

    it('asks the same, and writes the same, whatever the judgements say', async () => {
      const bare = QUERIES.map(({ id, text }): Query => ({ id, text }));
      const rows: readonly Document[] = DOCUMENTS.map(({ id, text }) => ({ id: docId(id), text }));
      expect(await conversations(bare, corpusOf('writers', rows))).toEqual(await conversations());
    });

    it('takes braces, dollars and tags of a query for ordinary text', async () => {
      const held = await conversations();
      for (const id of ['braces', 'marks'] as const)
        expect(said(held.get(queryId(id))!.calls[0]!.messages)).toContain(TEXTS[id]);
    });

    it('takes braces of a document for ordinary text', async () => {
      const prompts = promptsOf((await conversations()).get(queryId('braces'))!.calls);
      for (const quoted of prompts.match(/A dose of .{60}/g) ?? [])
        expect('A dose of {TEXT} and {PASSAGE} does harm: $& {EXAMPLES} {QUERY} {{1}}.').toContain(quoted);
    });

    it('asks first what it said it would, and no more often than it said', async () => {
      const open = await opened();
      for (const query of QUERIES) {
        const { known, further, furtherTokensIn } = open.expected(query);
        const { calls, ask } = scripted();
        await open.write(query, ask);
        expect(known.length).toBeGreaterThan(0);
        expect(calls.slice(0, known.length)).toEqual(known);
        expect(calls.length).toBeLessThanOrEqual(known.length + further);
        expect(furtherTokensIn).toBeGreaterThanOrEqual(0);
      }
    });

    it('writes the same when it is given the same replies', async () => {
      expect(await conversations()).toEqual(await conversations());
    });

    it('writes for several queries at once as for one after the other', async () => {
      const open = await opened();
      const inOrder = [...(await conversations()).values()].map(({ draft }) => draft);
      const backwards = [...QUERIES].reverse();
      const drafts = await Promise.all(backwards.map((query) => open.write(query, scripted().ask)));
      expect(drafts.reverse()).toEqual(inOrder);
    });

    it('leaves at least one text and a trace of every reply, all of it plain JSON', async () => {
      for (const { draft, calls } of (await conversations()).values()) {
        expect(draft.texts.length).toBeGreaterThan(0);
        expect(draft.trace.filter(({ step }) => step === 'wrote')).toHaveLength(calls.length);
        expect(JSON.parse(JSON.stringify(draft))).toEqual(draft);
      }
    });

    it('passes on that the model does not answer, and keeps no half text', async () => {
      const refusal = new ChatFailure('refused', 'no');
      const open = await opened();
      await expect(open.write(QUERIES[0]!, () => Promise.reject(refusal))).rejects.toBe(refusal);
    });

    it('writes where the corpus holds nothing to read', async () => {
      const held = await conversations(QUERIES, corpusOf('empty', [{ id: 'a', text: '' }]));
      expect([...held.values()].every(({ draft }) => draft.texts.length > 0)).toBe(true);
    });

    it('is described by plain JSON, the same each time it is made', async () => {
      const { spec, method } = await make();
      expect(JSON.parse(JSON.stringify(spec))).toEqual(spec);
      expect(JSON.stringify(spec)).toContain(JSON.stringify(method));
      expect((await make()).spec).toEqual(spec);
    });
  });
};
