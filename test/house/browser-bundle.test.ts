import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { build } from 'vite';
import { expect, it } from 'vitest';
import { writtenFolder } from '../support/written-folder.js';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));

const ENTRY = `
  import { evaluate, interval, nDCG, Recall, valuesOf } from ${JSON.stringify(join(SRC, 'evaluation/public.ts'))};
  import { combSum, rrf } from ${JSON.stringify(join(SRC, 'search/fusion/index.ts'))};
  import { nearDuplicateIndex } from ${JSON.stringify(join(SRC, 'evaluation/overlap/index.ts'))};

  const first = [{ docId: 'a', score: 3 }, { docId: 'b', score: 2 }, { docId: 'c', score: 1 }];
  const second = [{ docId: 'c', score: 9 }, { docId: 'b', score: 8 }];
  const fused = rrf().fuse([first, second]);
  const judgements = new Map([['q', new Map([['a', 1], ['c', 1]])]]);
  const measures = [nDCG.at(10), Recall.at(2)];
  const evaluation = evaluate(new Map([['q', fused]]), judgements, measures);
  const index = nearDuplicateIndex();
  for (const text of ['Gout of the toe.', 'Fever', 'gout of the toe']) index.add(text);
  globalThis.result = {
    pairs: index.pairs().map(({ first, second }) => [first, second]),
    order: fused.map(({ docId }) => docId),
    means: evaluation.means,
    sums: combSum().fuse([first, second]).length,
    spread: interval(valuesOf(evaluation, measures[0])),
  };
`;

it('evaluation, fusion and overlap run in a browser: one bundle without a built-in of Node', async () => {
  const folder = writtenFolder({ 'entry.js': ENTRY });
  const modules: string[] = [];
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      rolldownOptions: { external: [] },
      lib: { entry: join(folder, 'entry.js'), formats: ['iife'], name: 'bundle' },
    },
    plugins: [{ name: 'modules', moduleParsed: ({ id }) => void modules.push(id) }],
  });
  const output = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  const code = output.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('\n');
  expect(modules.some((id) => id.includes('evaluate'))).toBe(true);
  expect(modules.filter((id) => /node:|browser-external|node_modules/.test(id))).toEqual([]);

  // As bare as JavaScript gets: no process, no Buffer, no require.
  const context = createContext({});
  runInContext(code, context);
  const { order, means, sums, spread, pairs } = (
    context as { result: Record<string, Record<string, number>> }
  ).result;
  expect(order).toEqual(['c', 'b', 'a']);
  // Relevant at ranks 1 and 3 of two: (1 + 1/2) / (1 + 1/log2(3)).
  expect(means!['nDCG@10']).toBeCloseTo(1.5 / (1 + 1 / Math.log2(3)), 12);
  expect(means!['Recall@2']).toBe(0.5);
  expect(sums).toBe(3);
  expect(pairs).toEqual([[0, 2]]);
  expect(spread).toBeDefined();
});
