import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ALL, about, type Desk, desk, SECRET, TEXTS } from '../support/generating.js';
import { r2med } from '../support/in-process.js';
import { jsonl } from '../support/written-folder.js';

/** `r2med run` on the desk's task, with the caches that `generate` there has. */
const run = async (at: Desk, ...more: readonly string[]) => {
  const called = await r2med(
    ['run', '--data', at.data, '--out', join(at.out, 'results'), '--json', ...more],
    { env: { HOME: at.home, R2MED_HOME: join(at.home, 'r2med'), OPENAI_API_KEY: SECRET } },
  );
  const { records = [] } = called.stdout ? JSON.parse(called.stdout) : {};
  return { ...called, record: records[0] };
};
const llm = (at: Desk): string => `served:${at.server.origin}/v1#tiny`;

/** The diagnosis that the query implies, in words that only its document has. */
const helpful = (at: Desk): void =>
  at.server.answer((messages) => `All about ${about(messages)}, and nothing else.`);

describe('a run that has its texts written', () => {
  it('asks for each query once, searches with the texts, and says what they cost', async () => {
    const at = await desk();
    helpful(at);
    const system = `hyde(${llm(at)}) > bm25`;
    const { record, stderr } = await run(at, '--system', system, '--generations', 'new', '--price', '2,10');
    expect(stderr).not.toContain(SECRET);
    expect(at.asked().toSorted()).toEqual(ALL.toSorted());
    expect(record).toMatchObject({ system: 'hyde-tiny.bm25', name: 'hyde(tiny) > bm25' });
    expect(record.scores['nDCG@10']).toBe(1);
    expect(record.facts.writing).toMatchObject({ calls: 8, failures: 0, unanswered: 0 });
    expect(record.cost.tokensIn).toBeGreaterThan(0);
    expect(record.cost.tokensOut).toBeGreaterThan(0);
    expect(record.cost.usd).toBeCloseTo((2 * record.cost.tokensIn + 10 * record.cost.tokensOut) / 1e6, 12);
  });

  it('says of texts that were stored what they cost when they were written, or that nobody knows', async () => {
    const at = await desk();
    helpful(at);
    expect((await at.generate('--price', '2,10')).code).toBe(0);
    const written = JSON.parse(at.file('generation.json'));
    expect(written.usage).toMatchObject({
      calls: 8,
      price: { usdPerMillionIn: 2 },
      seconds: expect.any(Number),
    });
    const stored = ['--system', 'hyde(tiny) > bm25', '--generations'];
    const { record } = await run(at, ...stored, at.out);
    const { tokensIn, tokensOut, usd } = written.usage;
    expect(record.cost).toEqual({ tokensIn, tokensOut, usd });
    expect(record.facts.writing).toMatchObject({ written: 8, seconds: written.usage.seconds, sealed: true });
    const others = join(at.out, 'others.jsonl');
    writeFileSync(others, at.file(TEXTS));
    const { record: unknown } = await run(at, ...stored, others, '--overwrite');
    expect(unknown.cost).toEqual({});
    expect(unknown.facts.writing).toMatchObject({ written: 8, sealed: false });
    const file = join(at.out, 'eight/hyde/tiny', TEXTS);
    writeFileSync(file, at.file(TEXTS).replace('All about scurvy', 'All about Scurvy'));
    const changed = await run(at, ...stored, at.out, '--overwrite');
    expect([changed.code, changed.stderr]).toEqual([
      2,
      expect.stringContaining(`${file}:4: the text of query "q-scurvy"`),
    ]);
    expect((await at.generate('--price', '2,10', '--overwrite')).code).toBe(0);
    expect((await run(at, ...stored, at.out, '--overwrite')).record.cost).toEqual({
      tokensIn,
      tokensOut,
      usd,
    });
  });

  it('has no price where none is known', async () => {
    const at = await desk();
    helpful(at);
    const { record } = await run(at, '--system', `hyde(${llm(at)}) > bm25`, '--generations', 'new');
    expect(record.cost).toEqual({ tokensIn: expect.any(Number), tokensOut: expect.any(Number) });
  });

  it('refuses texts that were generated for another collection with the same ids', async () => {
    const at = await desk();
    helpful(at);
    expect((await at.generate('--max-queries', '3')).code).toBe(0);
    writeFileSync(
      join(at.data, 'query.jsonl'),
      jsonl(...ALL.map((name) => ({ id: `q-${name}`, text: `How is ${name} treated?` }))),
    );
    const { code, stderr } = await run(at, '--system', 'hyde(tiny) > bm25', '--generations', at.out);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(
        '3 of 3 queries with other texts than in eight, first "q-gout": ' +
          '"What of gout, please?" instead of "How is gout treated?"',
      ),
    ]);
    expect(stderr).toContain('Fix: give the texts of eight with --generations');
  });

  it('asks nothing that generate asked before, and finds the same', async () => {
    const at = await desk();
    helpful(at);
    expect((await at.generate()).code).toBe(0);
    at.asked();
    const stored = await run(at, '--system', 'hyde(tiny) > bm25', '--generations', at.out);
    const flags = ['--gar', 'hyde', '--llm', llm(at), '--generations', 'new', '--retriever', 'bm25'];
    const live = await run(at, ...flags, '--overwrite');
    expect(at.asked()).toEqual([]);
    expect(live.record.scores).toEqual(stored.record.scores);
    expect(stored.record.spec[0]).toMatchObject({ stage: 'stored-writing', made: { samples: 1 } });
    expect(live.record.spec[0]).toMatchObject({ stage: 'live-writing', asPublished: false });
  });

  it('finds stored texts by the name of the model as generate was given it', async () => {
    const at = await desk();
    helpful(at);
    expect((await at.generate()).code).toBe(0);
    const stored = ['--gar', 'hyde', '--retriever', 'bm25', '--generations', at.out];
    const { code, record } = await run(at, '--llm', llm(at), ...stored);
    expect([code, record.system]).toEqual([0, 'hyde-tiny.bm25']);
    const short = await run(at, '--llm', 'tiny', ...stored);
    expect(short.stderr).toContain('was there already');
  });

  it('searches unchanged with a query that is refused, counts it, and asks for it again when told', async () => {
    const at = await desk();
    helpful(at);
    at.server.always((messages) => (about(messages) === 'gout' ? { refusal: 'No.' } : undefined));
    const system = ['--system', `hyde(${llm(at)}) > bm25`, '--generations', 'new'];
    const { code, record, stderr } = await run(at, ...system);
    expect(record.facts.writing).toMatchObject({ failures: 1 });
    expect(stderr).toContain('nothing written for query q-gout (refused');
    expect(code).toBe(1);
    expect(stderr).toContain('texts not written: 1 (refused: ');
    expect(record.incomplete).toEqual({
      'texts not written': { count: 1, reason: expect.stringContaining('refused: '), cached: true },
    });
    expect(stderr).toMatch(/Fix: r2med run --data .* --generations new --retry-failed\n/);
    at.server.always(() => undefined);
    at.asked();
    expect((await run(at, ...system)).code).toBe(1);
    expect(at.asked()).toEqual([]);
    const again = await run(at, ...system, '--retry-failed');
    expect([again.code, at.asked()]).toEqual([0, ['gout']]);
    expect(again.record.facts.writing).toMatchObject({ failures: 0 });
    expect(again.record).not.toHaveProperty('incomplete');
  });

  it('asks again by the same command for what may pass, and says so in the record', async () => {
    const at = await desk();
    helpful(at);
    at.server.always((messages) => (about(messages) === 'gout' ? { drop: true } : undefined));
    const system = ['--system', `hyde(${llm(at)}) > bm25`, '--generations', 'new'];
    const { code, record, stderr } = await run(at, ...system);
    expect(record.incomplete).toEqual({
      'texts not written': { count: 1, reason: expect.stringContaining('silent: ') },
    });
    expect([code, stderr]).toEqual([1, expect.stringContaining('run the same command again')]);
    at.server.always(() => undefined);
    at.asked();
    const again = await run(at, ...system);
    expect([again.code, at.asked()]).toEqual([0, ['gout']]);
  });

  it('searches with several texts in one search, or in one each', async () => {
    const at = await desk();
    at.server.answer((messages, sampleIndex) => `Sample ${sampleIndex}: all about ${about(messages)}.`);
    const expression = (more: string) => `hyde(${llm(at)}, samples=2${more}) > bm25`;
    const together = await run(at, '--system', expression(''), '--generations', 'new');
    expect(at.asked()).toHaveLength(16);
    const each = await run(at, '--system', expression(', texts=each'), '--generations', 'new');
    expect(at.asked()).toHaveLength(0);
    expect(together.record.system).toBe('hyde-tiny-samples-2.bm25');
    expect(each.record.system).toBe('hyde-tiny-samples-2-texts-each.bm25');
    expect(each.record.spec[1]).toMatchObject({ stage: 'search-each', fusion: { fusion: 'rrf', k: 60 } });
    const top = readFileSync(
      join(at.out, 'results/hyde-tiny-samples-2-texts-each.bm25/eight/run.trec'),
      'utf8',
    );
    expect(Number(top.split(' ')[4])).toBeCloseTo(2 / 61, 6);
  });

  it('holds one budget over all tasks and systems', async () => {
    const at = await desk();
    helpful(at);
    const system = `hyde(${llm(at)}) > bm25`;
    const second = await desk();
    const { code, stderr } = await r2med(
      ['run', '--data', at.data, '--system', system, '--system', `lamer(${llm(at)}) > bm25`]
        .concat(['--generations', 'new', '--max-tokens', '50', '--budget-tokens', '700'])
        .concat(['--concurrency', '1', '--out', second.out]),
    );
    expect(code).toBe(1);
    expect(stderr).toContain('budget');
    const asked = at.asked().length;
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThan(16);
  });
});

describe('what a run with texts refuses', () => {
  it.each([
    ['hyde(a, b) > bm25', 'who writes, as hyde(gpt4)'],
    ['hyde > bm25', 'who writes, as hyde(gpt4)'],
    ['hyde(tiny, samples=0) > bm25', 'a whole number from 1'],
    ['hyde(tiny, texts=some) > bm25', 'one of together, each'],
    ['hyde(tiny, temperature=1) > bm25', 'one of samples, texts'],
    ['hyde(tiny)', 'no retriever'],
  ])('%s', async (system, said) => {
    const { code, stderr } = await r2med(['run', '--suite', 'sample', '--system', system]);
    expect(stderr).toContain(said);
    expect(code).toBe(2);
  });

  it('stored texts of another number than requested', async () => {
    const at = await desk();
    expect((await at.generate('--samples', '2')).code).toBe(0);
    const system = ['--system', 'hyde(tiny, samples=3) > bm25', '--generations', at.out];
    const { code, stderr } = await run(at, ...system);
    expect(stderr).toContain('2 texts per query; expected 3');
    expect(code).toBe(2);
  });
});
