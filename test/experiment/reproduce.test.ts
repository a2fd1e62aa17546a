import { describe, expect, it } from 'vitest';
import { taskEntry } from '../../src/tasks/index.js';
import { r2med } from '../support/in-process.js';
import { jsonl, writtenFolder } from '../support/written-folder.js';

const { source } = taskEntry('r2med', 'Biology');
const REVISION = source.from === 'hub' ? source.revision : '';
const SNAPSHOT = `hub/datasets--R2MED--Biology/snapshots/${REVISION}`;

const QUERY = 'Why do my hands go numb?';
const DOCUMENTS = [
  { id: 'tunnel', text: 'The median nerve is squeezed in the carpal tunnel.' },
  { id: 'cold', text: 'Hands go white in the cold.' },
  { id: 'joined', text: 'numb?Why' },
];

/** Biology as the hub's cache holds it, but for its content: one query, and texts that lead to its document. */
const home = (): string =>
  writtenFolder(
    Object.fromEntries(
      Object.entries({
        'corpus.jsonl': jsonl(...DOCUMENTS),
        'query.jsonl': jsonl({ id: 'q', text: QUERY }),
        'qrels.jsonl': jsonl({ q_id: 'q', p_id: 'tunnel', score: 1 }),
        'hyde/gpt4/query_with_hydoc.jsonl': jsonl({
          id: 'q',
          text: QUERY,
          hy_doc: 'Carpal tunnel syndrome of the median nerve.',
          doc_id: ['tunnel'],
        }),
        'hyde/qwq_32b/query_with_hydoc.jsonl': jsonl({ id: 'q', text: QUERY, hy_doc: 'Cold hands, perhaps' }),
      }).map(([name, content]) => [`${SNAPSHOT}/${name}`, content]),
    ),
  );

const reproduce = async (...more: readonly string[]) => {
  const flags = ['reproduce', '--task', 'Biology', '--offline', '--json', ...more];
  const called = await r2med(flags, { env: { HF_HOME: home() } });
  return { ...called, ...(called.stdout && JSON.parse(called.stdout)) };
};

describe('reproducing rows with generated queries', () => {
  it('needs the texts and no model, and says which scores differ from the published ones', async () => {
    const { code, comparisons, stderr } = await reproduce('--system', 'hyde-gpt4.bm25');
    const [first] = comparisons.filter(({ measure }: { measure: string }) => measure === 'nDCG@10');
    expect(first).toMatchObject({ system: 'hyde-gpt4.bm25', task: 'Biology', ours: 1, verdict: 'higher' });
    expect(stderr).toContain('1 queries here, 103 in the published task');
    expect(code).toBe(1);
  });

  it('takes an answer that never came for the query, as the reference does', async () => {
    const { comparisons } = await reproduce('--system', 'hyde-qwq-32b.bm25');
    const ours = comparisons.find(({ measure }: { measure: string }) => measure === 'nDCG@10').ours;
    // Searched with the cut-off thoughts: "cold" and "hands" lead elsewhere first.
    expect(ours).toBeLessThan(1);
  });

  it('takes patterns of names, and one line each for several systems', async () => {
    const flags = [
      'reproduce',
      '--task',
      'Biology',
      '--offline',
      '--system',
      'hyde-gpt4.bm25',
      '--system',
      'bm2*',
    ];
    const { stdout } = await r2med(flags, { env: { HF_HOME: home() } });
    expect(stdout).toMatch(/nDCG@10, mean of tasks +source +tasks +published +here/);
    expect(stdout).toMatch(/\nhyde-gpt4\.bm25 +r2med-repo +1 +\S+ +100\.00/);
    expect(stdout).toMatch(/\nbm25 +mteb|\nbm25 +r2med-repo/);
  });

  it.each([
    ['hyde-gpt5.bm25', 'did you mean "hyde-gpt4.bm25"?'],
    ['xyz*', 'no published system like "xyz*"'],
  ])('%s is unknown', async (name, said) => {
    const { code, stderr } = await reproduce('--system', name);
    expect(stderr).toContain(said);
    expect(code).toBe(2);
  });

  it('knows how every published row is run: the slug of what it runs is the name it has', async () => {
    const { publishedSources } = await import('../../src/experiment/results/index.js');
    const { slug } = await import('../../src/search/pipeline/index.js');
    for (const { systems } of publishedSources())
      for (const { system, expression } of systems) expect(slug(expression ?? system)).toBe(system);
  });

  it('of a suite without published scores is refused, with those that have some', async () => {
    for (const more of [['--system', 'bm25'], []]) {
      const { code, stderr } = await r2med(['reproduce', '--suite', 'sample', ...more]);
      expect([code, stderr]).toEqual([2, expect.stringContaining('no published scores of suite "sample"')]);
    }
  });

  it('lists twenty rows of BM25 with generated queries that need no model', async () => {
    const { publishedSources } = await import('../../src/experiment/results/index.js');
    const names = publishedSources().flatMap(({ systems }) =>
      systems
        .filter(({ kind, retriever }) => kind === 'gar' && retriever === 'bm25')
        .map(({ system }) => system),
    );
    expect(new Set(names).size).toBe(20);
  });
});
