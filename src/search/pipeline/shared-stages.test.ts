import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testTools } from '../../../test/support/tools.js';
import {
  corpusOf,
  docId,
  type Query,
  queryId,
  type Reranker,
  type Retriever,
  type Rewriter,
  type Stage,
} from '../../core/index.js';
import { parseStages } from './expression.js';
import { pipeline } from './pipeline.js';
import { type AskedStage, type SharedStages, shareStages, stageUses } from './shared-stages.js';

const corpus = corpusOf('k', []);
const queries: readonly Query[] = ['p', 'q', 'r'].map((id) => ({ id: queryId(id), text: `${id}xy` }));

/** Stages that keep a diary of what is done to them. */
const workshop = () => {
  const diary: string[] = [];
  const kept = <In, Out>(
    name: string,
    nameIn: (input: In) => string,
    work: (input: In) => Out,
  ): Stage<In, Out> => {
    diary.push(`build ${name}`);
    return {
      name,
      spec: { stage: name },
      open: async ({ key }) => {
        diary.push(`open ${name} on ${key}`);
        return {
          facts: { [name]: true },
          run: async (batch) => {
            diary.push(`${name}: ${batch.map(nameIn).join('')}`);
            return batch.map(work);
          },
        };
      },
      close: async () => {
        diary.push(`close ${name}`);
      },
    };
  };
  const idOf = ({ id }: Query) => id;
  const rewriter = (name: string): Rewriter =>
    kept(name, idOf, (query: Query) => ({ ...query, text: `${query.text}${name}` }));
  const retriever = (name: string): Retriever =>
    kept(name, idOf, (query: Query) => ({
      query,
      hits: [...`${query.text}${name}`].map((letter, i) => ({ docId: docId(letter + i), score: -i })),
    }));
  const reranker = (name: string): Reranker =>
    kept(
      name,
      ({ query }) => query.id,
      ({ query, hits }) => ({
        query,
        hits: [...hits].reverse().map(({ docId: id }, i) => ({ docId: id, score: -i })),
      }),
    );
  return { diary, rewriter, retriever, reranker };
};

type Workshop = ReturnType<typeof workshop>;

/** `first > second > …`: names with "h" rewrite, with "b" retrieve, with "r" rerank. */
const build = async (text: string, make: Workshop, shared?: SharedStages): Promise<Retriever> => {
  const stage = async <In extends object, Out>(
    kind: AskedStage['kind'],
    name: string,
    make: () => Stage<In, Out>,
  ) => (shared ? shared.share({ kind, text: name, under: 100 }, async () => make()) : make());
  const names = text.split(' > ');
  const writing = names[0]!.startsWith('h') ? names.shift() : undefined;
  const search = await stage('retriever', names[0]!, () => make.retriever(names[0]!));
  let built = writing
    ? pipeline(await stage('rewriter', writing, () => make.rewriter(writing))).to(search)
    : pipeline(search);
  for (const name of names.slice(1))
    built = built.to(await stage('reranker', name, () => make.reranker(name)));
  return built;
};

const runAll = async (systems: readonly string[], make: Workshop, shared?: SharedStages) => {
  const answers = [];
  for (const text of systems) {
    const system = await build(text, make, shared);
    const runner = await system.open(corpus, testTools());
    answers.push([...(await runner.run(queries.slice(0, 2))), ...(await runner.run(queries.slice(2)))]);
    await system.close!();
  }
  await shared?.close();
  return answers;
};

describe('shared stages', () => {
  it('are built, opened, asked and closed once for all systems that have them', async () => {
    const systems = ['bm25', 'bm25 > r10', 'bm25 > r100', 'hyde > bm25'];
    const make = workshop();
    await runAll(systems, make, shareStages({ uses: stageUses(systems.map(parseStages)) }));
    expect(make.diary.filter((line) => line.includes('bm25'))).toEqual([
      'build bm25',
      'open bm25 on k',
      'bm25: pq',
      'bm25: r',
      // With another text: what hyde wrote.
      'bm25: pq',
      'bm25: r',
      'close bm25',
    ]);
    expect(make.diary.filter((line) => line === 'close r10' || line === 'close hyde')).toHaveLength(2);
  });

  it('share what rests on shared outputs', async () => {
    const systems = ['hyde > bm25', 'hyde > bm25 > r10', 'hyde > bm25 > r10 > r5'];
    const make = workshop();
    await runAll(systems, make, shareStages({ uses: stageUses(systems.map(parseStages)) }));
    for (const name of ['hyde', 'bm25', 'r10', 'r5'])
      expect(make.diary.filter((line) => line === `${name}: pq`)).toEqual([`${name}: pq`]);
  });

  it('give what systems give that are built by themselves', async () => {
    const system = fc
      .tuple(
        fc.option(fc.constantFrom('h1', 'h2')),
        fc.constantFrom('b1', 'b2'),
        fc.array(fc.constantFrom('r1', 'r2'), { maxLength: 2 }),
      )
      .map(([writing, search, after]) => [...(writing ? [writing] : []), search, ...after].join(' > '));
    await fc.assert(
      fc.asyncProperty(
        fc.array(system, { maxLength: 6 }),
        fc.boolean(),
        fc.nat(3),
        async (systems, told, mostIdle) => {
          const shared = shareStages({
            mostIdle,
            ...(told && { uses: stageUses(systems.map(parseStages)) }),
          });
          expect(await runAll(systems, workshop(), shared)).toEqual(await runAll(systems, workshop()));
        },
      ),
    );
  });

  it('are closed after their last use, not at the end', async () => {
    const systems = ['bge', 'bge > r10', 'nv'];
    const make = workshop();
    await runAll(systems, make, shareStages({ uses: stageUses(systems.map(parseStages)) }));
    expect(make.diary.indexOf('close bge')).toBeLessThan(make.diary.indexOf('build nv'));
    expect(make.diary.indexOf('close bge')).toBeGreaterThan(make.diary.indexOf('r10: r'));
  });

  it('wait for their next use in a small number; the longest idle goes first', async () => {
    const systems = ['b1', 'b2', 'b3', 'b1', 'b2', 'b3'];
    const make = workshop();
    await runAll(systems, make, shareStages({ uses: stageUses(systems.map(parseStages)), mostIdle: 2 }));
    expect(make.diary.filter((line) => /^(build|close)/.test(line))).toEqual([
      ...['build b1', 'build b2', 'build b3', 'close b1'],
      ...['build b1', 'close b1', 'close b2', 'close b3'],
    ]);
  });

  it('are closed at the end when a use never came', async () => {
    const make = workshop();
    const shared = shareStages({ uses: new Map([['bm25', 5]]) });
    await (await build('bm25', make, shared)).close!();
    expect(make.diary).not.toContain('close bm25');
    await shared.close();
    await shared.close();
    expect(make.diary.filter((line) => line === 'close bm25')).toHaveLength(1);
  });

  it('stay open while somebody holds them, whatever was foretold', async () => {
    const make = workshop();
    const shared = shareStages();
    const first = await build('bm25', make, shared);
    const second = await build('bm25', make, shared);
    await first.close!();
    await first.close!();
    expect(make.diary).not.toContain('close bm25');
    await second.close!();
    expect(make.diary).toContain('close bm25');
  });

  it('are others under other settings, of another kind, and on another corpus', async () => {
    const make = workshop();
    const shared = shareStages();
    const asked = { kind: 'retriever', text: 'b', under: { topK: 10 } } as const;
    const one = await shared.share(asked, async () => make.retriever('b'));
    await shared.share({ ...asked, under: { topK: 20 } }, async () => make.retriever('b'));
    await shared.share({ ...asked, kind: 'reranker' }, async () => make.reranker('b'));
    expect(make.diary).toEqual(['build b', 'build b', 'build b']);
    for (const key of ['one', 'two']) await (await one.open(corpusOf(key, []), testTools())).run(queries);
    expect(make.diary.slice(3)).toEqual(['open b on one', 'b: pqr', 'open b on two', 'b: pqr']);
  });

  it('are asked once even when two ask at once, and again after a failure', async () => {
    const make = workshop();
    const shared = shareStages();
    const asked = { kind: 'retriever', text: 'b', under: null } as const;
    const failing = { times: 1 };
    const flaky = async (): Promise<Retriever> => {
      if (failing.times-- > 0) throw new Error('not yet');
      return make.retriever('b');
    };
    await expect(shared.share(asked, flaky)).rejects.toThrow('not yet');
    const [one, two] = await Promise.all([shared.share(asked, flaky), shared.share(asked, flaky)]);
    await Promise.all([one!.open(corpus, testTools()), two!.open(corpus, testTools())]);
    expect(make.diary).toEqual(['build b', 'open b on k']);
  });

  it('open again after an opening that failed', async () => {
    let attempts = 0;
    const shared = shareStages();
    const stage = await shared.share(
      { kind: 'retriever', text: 'b', under: null },
      async (): Promise<Retriever> => ({
        name: 'b',
        spec: {},
        open: async () => {
          if (attempts++ === 0) throw new Error('no memory');
          return { facts: {}, run: async () => [] };
        },
      }),
    );
    await expect(stage.open(corpus, testTools())).rejects.toThrow('no memory');
    await stage.open(corpus, testTools());
    expect(attempts).toBe(2);
  });

  it('say in their facts what was not done again, and how long it had taken', async () => {
    let clock = 0;
    const tools = { ...testTools(), now: () => (clock += 1500) };
    const shared = shareStages({ uses: new Map([['b', 2]]) });
    const make = workshop();
    const asked = { kind: 'retriever', text: 'b', under: null } as const;
    const facts = [];
    for (const _ of [1, 2]) {
      const stage = await shared.share(asked, async () => make.retriever('b'));
      const runner = await stage.open(corpus, tools);
      await runner.run(queries);
      facts.push(runner.facts);
      await stage.close!();
    }
    expect(facts).toEqual([{ b: true }, { b: true, 'reused b': { inputs: 3, open: 1.5, search: 1.5 } }]);
  });

  it('count for each system what its own inputs took, whoever asked for them first', async () => {
    const counting = (): Reranker => ({
      name: 'r',
      spec: {},
      open: async () => {
        let calls = 0;
        return {
          run: async (batch) => {
            calls += batch.length;
            return batch;
          },
          get facts() {
            return { documents: 7, reranking: { calls } };
          },
        };
      },
    });
    const shared = shareStages({ uses: new Map([['r', 3]]) });
    const ranked = (count: number) => queries.slice(0, count).map((query) => ({ query, hits: [] }));
    const [three, two] = [ranked(3), ranked(2)];
    const calls = [];
    for (const batch of [three, two, three]) {
      const stage = await shared.share({ kind: 'reranker', text: 'r', under: null }, async () => counting());
      const runner = await stage.open(corpus, testTools());
      await runner.run(batch);
      const { documents, reranking } = runner.facts;
      calls.push({ documents, reranking });
      await stage.close!();
    }
    expect(calls).toEqual([3, 2, 3].map((count) => ({ documents: 7, reranking: { calls: count } })));
  });
});
