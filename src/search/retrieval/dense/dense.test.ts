import { describe, expect, it } from 'vitest';
import { describeRetriever } from '../../../../test/conformance/retriever.js';
import { hashingEmbedder } from '../../../../test/support/embedders.js';
import { testTools } from '../../../../test/support/tools.js';
import { corpusOf, type GeneratedText, type Query, queryId, WorkError } from '../../../core/index.js';
import { type DenseOptions, dense } from './dense.js';
import { parseVariant } from './variant.js';

describeRetriever('dense', (topK) => dense({ embedder: hashingEmbedder(), name: 'hashing', topK }));
// Not among them: int8 and binary alone, whose codes put empty documents before the one that fits.
for (const variant of ['truncate:200', 'rescore:int8', 'rescore:binary', 'truncate:200+rescore:int8'])
  describeRetriever(`dense ${variant}`, (topK) =>
    dense({ embedder: hashingEmbedder(), name: 'hashing', topK, variant: parseVariant(variant) }),
  );

const corpus = corpusOf('few', [
  { id: 'gout', text: 'urate crystals inflame the joint' },
  { id: 'anaemia', text: 'iron deficiency makes people tired' },
  { id: 'gout', text: 'allopurinol lowers urate' },
  { id: 'again', text: 'iron deficiency makes people tired' },
  { id: 'titled', title: 'Thyroid', text: 'too little hormone' },
]);
const query = (text: string, written?: readonly Partial<GeneratedText>[], id = 'q'): Query => ({
  id: queryId(id),
  text,
  ...(written && { generated: written as readonly GeneratedText[] }),
});
const opened = async (options: Partial<DenseOptions> = {}) => {
  const embedder = hashingEmbedder();
  const tools = testTools();
  const runner = await dense({ embedder, name: 'hashing', ...options }).open(corpus, tools);
  const search = async (asked: Query) => (await runner.run([asked]))[0]!.hits;
  return { embedder, tools, search, facts: runner.facts };
};

describe('dense: documents', () => {
  it('of equal text are embedded once and tie', async () => {
    const { embedder, search, facts } = await opened();
    expect(embedder.asked.filter(({ text }) => text.startsWith('iron'))).toHaveLength(1);
    const hits = await search(query('iron deficiency'));
    expect(hits.slice(0, 2).map(({ docId }) => docId)).toEqual(['anaemia', 'again']);
    expect(hits[0]!.score).toBe(hits[1]!.score);
    expect(facts).toMatchObject({ documents: 4, distinctTexts: 3, embedded: 3, notEmbedded: 0 });
  });

  it('of a repeated id are one, with the last text', async () => {
    const { embedder, search } = await opened();
    expect(embedder.asked.map(({ text }) => text)).not.toContain('urate crystals inflame the joint');
    expect((await search(query('allopurinol lowers urate')))[0]).toEqual({ docId: 'gout', score: 1 });
  });

  it('have their title before their text, unless told otherwise', async () => {
    const texts = async (options: Partial<DenseOptions>) =>
      (await opened(options)).embedder.asked.map(({ text }) => text);
    expect(await texts({})).toContain('Thyroid\ntoo little hormone');
    expect(await texts({ documentText: 'text' })).toContain('too little hormone');
  });

  it('that could not be embedded are never returned, counted and named', async () => {
    const embedder = hashingEmbedder({ fails: (text) => text.startsWith('iron') });
    const { tools, search, facts } = await opened({ embedder });
    expect((await search(query('tired of iron'))).map(({ docId }) => docId)).toEqual(['titled', 'gout']);
    expect(facts).toMatchObject({
      notEmbedded: 2,
      notEmbeddedFirst: ['anaemia', 'again'],
      failed: { 'documents without a vector': { count: 2, reason: 'too odd' } },
    });
    expect(tools.notes).toEqual([
      'hashing: 2 documents without a vector, never found: anaemia, again (too odd)',
    ]);
  });

  it('none of which could be embedded are the end of the work', async () => {
    const embedder = hashingEmbedder({ fails: (text) => text.includes(' ') });
    const work = opened({ embedder });
    await expect(work).rejects.toThrow(WorkError);
    await expect(work).rejects.toThrow('hashing: none of the 4 documents could be embedded: too odd');
  });

  it('an embedder says nothing about count as not embedded', async () => {
    const embedder = hashingEmbedder();
    const silent = { ...embedder, async *embed() {} };
    await expect(opened({ embedder: silent })).rejects.toThrow('the embedder did not answer');
  });
});

describe('dense: queries', () => {
  const asked = async (...queries: Query[]) => {
    const { embedder, search } = await opened();
    embedder.asked.length = 0;
    for (const each of queries) await search(each);
    return embedder.asked;
  };

  it('are embedded as queries', async () => {
    expect(await asked(query('tired'))).toEqual([{ text: 'tired', role: 'query' }]);
  });

  it('with a text written for them are embedded beside it, and the mean is searched with', async () => {
    const written = [{ text: 'iron', dense: 'average' }] as const;
    expect(await asked(query('tired', written))).toEqual([
      { text: 'tired', role: 'query' },
      { text: 'iron', role: 'rewrite' },
    ]);
    const { search } = await opened();
    const [both] = await search(query('tired', written));
    const [alone] = await search(query('tired'));
    // Two orthogonal unit vectors halve into one of length √½, whose cosine with the document is √2 times theirs.
    expect(both!.score).toBeCloseTo(alone!.score * Math.SQRT2, 6);
  });

  it('weigh a longer vector more, as the mean is not brought to length 1', async () => {
    const { search } = await opened();
    const [hit] = await search(query('tired', [{ text: 'urate urate urate', dense: 'average' }]));
    expect(hit!.docId).toBe('gout');
  });

  it('for query2doc are one text with [SEP] between', async () => {
    expect(await asked(query('tired', [{ text: 'iron', dense: 'joined' }]))).toEqual([
      { text: 'tired[SEP]iron', role: 'query' },
    ]);
  });

  it('with several texts are searched with the mean of all', async () => {
    const several = [
      { text: 'iron', dense: 'average' },
      { text: 'pale', dense: 'average' },
    ] as const;
    expect((await asked(query('tired', several))).map(({ text }) => text).sort()).toEqual([
      'iron',
      'pale',
      'tired',
    ]);
  });

  it('that could not be embedded find nothing and are named', async () => {
    const embedder = hashingEmbedder({ fails: (text) => text === 'odd' });
    const tools = testTools();
    const { run } = await dense({ embedder, name: 'hashing' }).open(corpus, tools);
    const answers = await run([
      query('tired', undefined, 'q1'),
      query('odd', undefined, 'q2'),
      query('urate', undefined, 'q3'),
    ]);
    expect(answers.map(({ hits }) => hits.length)).toEqual([4, 0, 4]);
    expect(answers[2]!.hits[0]!.docId).toBe('gout');
    expect(tools.notes).toEqual(['hashing: 1 query without a vector, nothing found: q2 (too odd)']);
  });

  it('keep or drop the document of the same id, as the record says', async () => {
    const same = query('allopurinol lowers urate', undefined, 'gout');
    expect((await (await opened()).search(same))[0]!.docId).toBe('gout');
    const { search } = await opened({ asPublished: true, topK: 3 });
    const hits = await search(same);
    expect(hits).toHaveLength(3);
    expect(hits.map(({ docId }) => docId)).not.toContain('gout');
    const spec = (options: Partial<DenseOptions>) =>
      dense({ embedder: hashingEmbedder(), name: 'h', ...options }).spec;
    expect(spec({})).toMatchObject({ identicalIds: 'kept' });
    expect(spec({ asPublished: true })).toMatchObject({ identicalIds: 'dropped' });
  });
});

describe('dense: vectors', () => {
  it('are made once: a second opening asks for nothing', async () => {
    const tools = testTools();
    const first = hashingEmbedder();
    await (await dense({ embedder: first, name: 'a' }).open(corpus, tools)).run([query('tired')]);
    const second = hashingEmbedder();
    const runner = await dense({ embedder: second, name: 'b' }).open(corpus, tools);
    await runner.run([query('tired')]);
    expect(first.asked).toHaveLength(4);
    expect(second.asked).toEqual([]);
    expect(runner.facts).toMatchObject({ embedded: 0 });
  });

  it('of other roles, models or settings are not mixed up', async () => {
    const tools = testTools();
    const embedder = hashingEmbedder();
    const { run } = await dense({ embedder, name: 'a' }).open(corpus, tools);
    await run([query('too little hormone')]);
    const other = hashingEmbedder({ dimensions: 64 });
    await dense({ embedder: other, name: 'a' }).open(corpus, tools);
    expect(other.asked).toHaveLength(3);
    const made = [...tools.kept].filter(([, items]) => items.size > 0).map(([key]) => JSON.parse(key).role);
    expect(made.sort()).toEqual(['document', 'document', 'query']);
  });

  it('made before a kill are kept', async () => {
    const tools = testTools();
    const dying = hashingEmbedder({ batch: 2 });
    const embed = dying.embed.bind(dying);
    const killed = {
      ...dying,
      async *embed(...args: Parameters<typeof embed>) {
        for await (const batch of embed(...args)) {
          yield batch;
          throw new Error('killed');
        }
      },
    };
    await expect(dense({ embedder: killed, name: 'a' }).open(corpus, tools)).rejects.toThrow('killed');
    const next = hashingEmbedder();
    await dense({ embedder: next, name: 'a' }).open(corpus, tools);
    // Two that are cached are compared with what the embedder gives now, then the third is made.
    expect(next.asked).toHaveLength(3);
    expect(next.asked.at(-1)!.text).not.toBe(next.asked[0]!.text);
  });

  it('of differing lengths are an error that says so', async () => {
    const [short, long] = [hashingEmbedder({ dimensions: 8 }), hashingEmbedder({ dimensions: 9 })];
    const mixed = {
      ...short,
      embed: (...args: Parameters<typeof short.embed>) => (args[1] === 'query' ? long : short).embed(...args),
    };
    const { search } = await opened({ embedder: mixed });
    await expect(search(query('tired'))).rejects.toThrow(
      'a query vector of 9 dimensions and document vectors of 8',
    );
  });

  it('with NaN in them score −1, in a document and in a query', async () => {
    const sound = hashingEmbedder();
    const embedder = {
      ...sound,
      async *embed(...args: Parameters<typeof sound.embed>) {
        for await (const batch of sound.embed(...args)) {
          for (const { place, vector } of batch.embedded)
            if (/urate|odd/.test(args[0][place]!)) vector[3] = Number.NaN;
          yield batch;
        }
      },
    };
    const { search } = await opened({ embedder });
    const hits = await search(query('iron'));
    expect(hits.at(-1)).toEqual({ docId: 'gout', score: -1 });
    expect(hits).toHaveLength(4);
    expect((await search(query('odd'))).map(({ score }) => score)).toEqual([-1, -1, -1, -1]);
  });

  it('cannot be truncated to more dimensions than they have', async () => {
    await expect(opened({ variant: { truncate: 512 } })).rejects.toThrow('truncating to 512 dimensions');
  });

  it('take the bytes that the facts say', async () => {
    const bytes = async (text: string) =>
      (await opened({ variant: parseVariant(text) })).facts.bytesPerVector;
    expect((await opened()).facts.bytesPerVector).toBe(1024);
    expect(await bytes('truncate:100')).toBe(400);
    expect(await bytes('int8')).toBe(256);
    expect(await bytes('binary')).toBe(32);
    expect(await bytes('rescore:int8')).toBe(1280);
    expect(await bytes('truncate:100+binary')).toBe(13);
  });
});

describe('dense: descriptions', () => {
  it('name the variant and its rule for ties', () => {
    const { name, spec } = dense({
      embedder: hashingEmbedder(),
      name: 'bge',
      variant: parseVariant('truncate:64+rescore:binary'),
    });
    expect(name).toBe('bge(truncate:64+rescore:binary)');
    expect(spec).toMatchObject({
      variant: 'truncate:64+rescore:binary',
      tiesAtCutOff: 'id-ascending',
      rescored: 100,
    });
    expect(dense({ embedder: hashingEmbedder(), name: 'bge' }).spec).toMatchObject({
      tiesAtCutOff: 'id-descending',
    });
  });

  it('differ when the embedder does', () => {
    const spec = (dimensions: number) => dense({ embedder: hashingEmbedder({ dimensions }), name: 'h' }).spec;
    expect(spec(8)).not.toEqual(spec(9));
  });

  it('refuse numbers that make no sense', () => {
    expect(() => dense({ embedder: hashingEmbedder(), name: 'h', topK: 0 })).toThrow(
      'h: topK = 0; expected a whole number from 1',
    );
  });
});

describe('dense: time', () => {
  it('of a search runs from vectors to rankings, however often queries come', async () => {
    let now = 0;
    const tools = { ...testTools(), now: () => now++ };
    const runner = await dense({ embedder: hashingEmbedder(), name: 'hashing' }).open(corpus, tools);
    expect(runner.facts.searchSeconds).toBe(0);
    await runner.run([query('iron')]);
    await runner.run([query('urate')]);
    expect(runner.facts.searchSeconds).toBe(0.002);
  });
});
