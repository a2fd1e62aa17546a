import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/command.js';
import { about, desk, record } from '../support/generating.js';
import { r2med } from '../support/in-process.js';

const SOME = ['gout', 'malaria'];

describe('texts that the limit of tokens truncated', () => {
  it('are counted by generate and by run, on screen and in the records, with the command that does better', async () => {
    const at = await desk();
    at.server.answer((messages) => {
      const text = `Of ${about(messages)}, and`;
      return SOME.includes(about(messages)) ? { text, finish: 'length' } : text;
    });
    const { code, stdout, stderr } = await at.generate('--max-tokens', '50');
    expect(code).toBe(0);
    expect(stdout).toMatch(/Written +Unanswered +Truncated +Failed/);
    expect(stdout).toMatch(/eight +8 +8 +0 +2 +0/);
    expect(stderr).toContain('eight: 2 texts were truncated by the limit of tokens and used as they are.');
    expect(stderr).toMatch(/with more room: r2med generate .* --max-tokens 100 --overwrite$/m);
    expect(stderr).not.toContain('--max-tokens 50');
    expect(record(at)).toMatchObject({ counts: { written: 8, truncated: 2 }, complete: true });

    const llm = `served:${at.server.origin}/v1#tiny`;
    const run = (generations: string, ...more: readonly string[]) =>
      r2med(
        ['run', '--data', at.data, '--gar', 'hyde', '--llm', llm, '--retriever', 'bm25', '--json'].concat(
          ['--generations', generations, '--out', temporaryFolder()],
          more,
        ),
      );
    const [stored, live] = await Promise.all([run(at.out), run('new', '--max-tokens', '50')]);
    for (const { stdout, stderr } of [stored, live]) {
      expect(JSON.parse(stdout).records[0].facts.writing.truncated).toBe(2);
      expect(stderr).toContain('eight: hyde(tiny) > bm25: 2 texts were truncated by the limit of tokens');
    }
    expect(stored.stderr).toContain('r2med generate with a higher --max-tokens and --overwrite');
    expect(live.stderr).toMatch(/r2med run .* --max-tokens 100 --overwrite$/m);
  });
});

describe('answers of a reranker that cannot be parsed', () => {
  it('are counted on screen, with what does better', async () => {
    const at = await desk();
    const rerank = (...more: readonly string[]) =>
      r2med([
        ...['run', '--data', at.data, '--retriever', 'bm25', '--out', temporaryFolder(), ...more],
        ...['--reranker', `pointwise(served:${at.server.origin}/v1#tiny)`],
      ]);
    at.server.answer(() => 'I would rather not say.');
    expect((await rerank()).stderr).toMatch(
      /(\d+) of \1 answers of the reranker could not be parsed; the documents they are about keep their first-stage order\. Use/,
    );
    at.server.answer(() => ({ text: 'Let me', finish: 'length' }));
    expect((await rerank('--max-tokens', '7')).stderr).toMatch(
      /(\d+) answers were truncated by the limit of tokens; with more room: r2med run .* --max-tokens 14 --overwrite/,
    );
  });
});

describe('a dry run of an agent', () => {
  it('counts the calls that are likely to follow, and says what it assumes', async () => {
    const at = await desk();
    const { stdout } = await at.generate('--method', 'search-o1', '--dry-run', '--price', '1,10');
    // For each query a first call and three searches, each with its digest and another turn.
    expect(stdout).toMatch(/eight +8 +56 +0 +56 /);
    expect(stdout).toContain(
      '48 calls that follow the first of a conversation: half the searches that an agent may make',
    );
    expect(stdout).toContain('documents of 300 tokens');
    expect(at.server.requests).toHaveLength(0);
  });
});
