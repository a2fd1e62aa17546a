import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { hashingEmbedder } from '../../../test/support/embedders.js';
import { madeTask } from '../../../test/support/made-task.js';
import { scriptedChat } from '../../../test/support/scripted-chat.js';
import { testTools } from '../../../test/support/tools.js';
import { lookup, type Retriever, WorkError } from '../../core/index.js';
import { runSystem } from '../../experiment/running/index.js';
import { openPrompts } from '../../models/prompts/index.js';
import { pipeline } from '../../search/pipeline/index.js';
import { listwise, rerank } from '../../search/reranking/index.js';
import { bm25, dense } from '../../search/retrieval/index.js';
import { explainQuery, explainSearch } from './index.js';

const task = madeTask({
  documents: [
    {
      id: 'gout',
      text: 'Urate crystals inflame the toe. It swells at night. Alcohol is a cause.',
      title: 'Gout',
    },
    { id: 'flu', text: 'Fever and a cough. The toe is well.' },
    { id: 'scurvy', text: 'Gums bleed without fruit.' },
  ],
  queries: [
    { id: 'q1', text: 'swollen toe at night' },
    { id: 'q2', text: 'toe' },
  ],
  judgements: [
    ['q1', 'gout', 1],
    ['q1', 'scurvy', 1],
  ],
});

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

const ran = async (stage: Retriever) => {
  const results = mkdtempSync(join(tmpdir(), 'r2med-explain-'));
  folders.push(results);
  const tools = testTools();
  await runSystem(stage, task, tools, { out: results });
  const explain = async (options: { readonly sentences?: boolean } = {}) => {
    const asked = { task, query: 'q1', systems: [stage], results, tools, ...options };
    return (await explainQuery(asked)).systems[0]!;
  };
  return { results, tools, explain };
};

describe('an explanation', () => {
  it('asks no model', async () => {
    const embedder = hashingEmbedder();
    const { explain } = await ran(dense({ name: 'hashing', embedder }));
    const before = embedder.asked.length;
    const { hits, missing } = await explain();
    expect(hits[0]!.parts).toMatchObject([{ name: 'query', details: { cosine: expect.any(Number) } }]);
    expect(missing).toEqual([{ what: 'the vectors of 5 sentences' }]);
    expect(embedder.asked).toHaveLength(before);
  });

  it('shows the nearest sentences where a model may be asked for them, and afterwards without asking', async () => {
    const embedder = hashingEmbedder();
    const { explain } = await ran(dense({ name: 'hashing', embedder }));
    const { hits } = await explain({ sentences: true });
    const gout = hits.find(({ docId }) => docId === 'gout')!;
    const sentences = gout.sentences!.map(({ range: [from, to] }) => gout.text!.slice(from, to));
    expect(sentences).toContain('It swells at night.');
    const asked = embedder.asked.length;
    expect((await explain()).hits.find(({ docId }) => docId === 'gout')!.sentences).toEqual(gout.sentences);
    expect(embedder.asked).toHaveLength(asked);
  });

  it('shows the ranking of the record and says what is lost, where vectors are gone', async () => {
    const { explain, tools } = await ran(dense({ name: 'hashing', embedder: hashingEmbedder() }));
    const whole = await explain();
    tools.kept.clear();
    const { hits, missing } = await explain();
    expect(hits.map(({ docId, score }) => [docId, score])).toEqual(
      whole.hits.map(({ docId, score }) => [docId, score]),
    );
    expect(hits.every(({ kind }) => kind === 'given')).toBe(true);
    expect(missing).toEqual([{ what: 'the vectors of 3 texts' }]);
  });

  it('without a record searches with what is kept, and fails where that is not enough', async () => {
    const stage = dense({ name: 'hashing', embedder: hashingEmbedder() });
    const asked = { task, query: 'q1', systems: [stage], tools: testTools() };
    await expect(explainQuery(asked)).rejects.toBeInstanceOf(WorkError);
    const [found] = (await explainQuery({ ...asked, systems: [bm25()] })).systems;
    expect(found).toMatchObject({ from: 'search', scores: {} });
  });

  it('has what a relevant document would have scored that was not found', async () => {
    const { explain } = await ran(bm25({ topK: 1 }));
    const { gold, nearestMiss, why } = await explain();
    expect(gold).toMatchObject([
      { docId: 'gout', rank: 1 },
      { docId: 'scurvy', rank: null, score: null, explained: { score: 0, parts: [] } },
    ]);
    expect(nearestMiss).toBeNull();
    expect(why).toMatch(/^relevant first: shares \d of \d terms with the query/);
  });

  it('marks words of the title too, at their place in title and text', async () => {
    const { systems } = await explainSearch({ task, text: 'gout', systems: [bm25()], tools: testTools() });
    const [first] = systems[0]!.hits;
    expect(first!.matches.map(({ range: [from, to] }) => first!.text!.slice(from, to))).toEqual(['Gout']);
    expect(first!.title).toBe('Gout');
  });

  it('has the place before reranking and the answers of the model', async () => {
    const method = listwise({ chat: scriptedChat(() => '[2] > [1]'), prompts: openPrompts(), task: 'Made' });
    const { explain } = await ran(pipeline(bm25()).to(rerank(method, { depth: 2 })));
    const { hits, answers, why } = await explain();
    expect(answers).toEqual(['[2] > [1]']);
    expect(hits[1]).toMatchObject({
      docId: 'gout',
      parts: [
        { name: 'listwise(scripted)', details: { 'rank before': 1 }, from: { kind: 'terms', rank: 1 } },
      ],
    });
    expect(why).toBe('relevant at 2: 1 before reranking');
  });

  it('finds the record of a model by the name that it has without its address', async () => {
    const { results, tools } = await ran(bm25());
    const systems = [{ name: 'served:http://localhost:1/v1#bm25', build: async () => bm25() }];
    const { systems: explained } = await explainQuery({ task, query: 'q1', systems, results, tools });
    expect(explained[0]).toMatchObject({ system: 'bm25', from: 'record' });
  });

  it('of a custom model that is not opened by its name says how to name it, and prints no command that would fail', async () => {
    const stage = dense({ name: 'hashing', embedder: hashingEmbedder() });
    const { results, tools } = await ran(stage);
    const unopened = {
      name: 'hashing',
      build: async (): Promise<Retriever> => lookup('retriever', { bm25: stage }, 'hashing'),
    };
    const { systems } = await explainQuery({
      task,
      query: 'q1',
      systems: [unopened],
      results,
      tools,
      commandFor: () => 'r2med run --system hashing',
    });
    expect(systems[0]!.hits.map(({ docId }) => docId)).toContain('gout');
    expect(systems[0]!.missing).toEqual([{ what: expect.stringContaining('--system module:FILE') }]);
  });

  it('of an incomplete record says what is missing in it, and shows its ranking', async () => {
    const embedder = hashingEmbedder({ fails: (text) => text.startsWith('Gums') });
    const { explain } = await ran(dense({ name: 'hashing', embedder }));
    const { hits, missing } = await explain();
    expect(hits.map(({ docId }) => docId)).toEqual(['gout', 'flu']);
    expect(missing[0]!.what).toContain('documents without a vector: 1');
    expect(missing[1]!.what).toBe('the vector of a text');
  });

  it('of a query that nobody judged says so', async () => {
    const { systems } = await explainQuery({ task, query: 'q2', systems: [bm25()], tools: testTools() });
    expect(systems[0]).toMatchObject({
      gold: [],
      nearestMiss: null,
      why: 'no relevant document is known for this query',
    });
  });
});
