import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { byRankIdAscending, corpusOf, type DenseEmbedder, queryId } from '../../src/core/index.js';
import { readNpy } from '../../src/platform/node/index.js';
import { binaryCoding, int8Coding } from '../../src/search/retrieval/dense/code-search.js';
import { inMemory } from '../../src/search/retrieval/dense/vector-rows.js';
import { dense, parseVariant } from '../../src/search/retrieval/index.js';
import { testTools } from '../support/tools.js';

const file = (name: string) => fileURLToPath(new URL(`../golden/numpy/${name}`, import.meta.url));
const corpus = await readNpy(file('corpus.npy'));
const queries = await readNpy(file('queries.npy'));
const golden = JSON.parse(readFileSync(file('codes.json'), 'utf8')) as Record<
  string,
  { codes: number[][]; best: [string, number][][] }
>;

/** Texts are row numbers, so that an embedder can hand out numpy's vectors. */
const embedder: DenseEmbedder = {
  spec: { embedder: 'golden' },
  async *embed(texts, role) {
    const { columns, data } = role === 'document' ? corpus : queries;
    const embedded = texts.map((text, place) => ({
      place,
      vector: data.slice(Number(text) * columns, (Number(text) + 1) * columns),
    }));
    yield { embedded, failed: [] };
  },
  usage: () => ({ cut: { query: 0, rewrite: 0, document: 0 }, tokens: 0, calls: 0, usd: 0 }),
  close: async () => {},
};
const documents = Array.from({ length: corpus.rows }, (_, row) => ({
  id: `d${String(row).padStart(2, '0')}`,
  text: String(row),
}));

describe.each(Object.keys(golden))('%s', (name) => {
  it('has the codes that numpy makes', async () => {
    const columns = parseVariant(name).truncate ?? corpus.columns;
    const rows = Array.from({ length: corpus.rows }, (_, row) =>
      corpus.data.subarray(row * corpus.columns, row * corpus.columns + columns),
    );
    const data = Float32Array.from(rows.flatMap((row) => [...row]));
    const coding = name.endsWith('int8')
      ? await int8Coding(inMemory({ rows: rows.length, dimensions: columns, data }))
      : binaryCoding(columns);
    const codes = rows.map((row) => {
      const code = new Uint8Array(coding.bytes);
      coding.encode(row, code);
      return [...(name.endsWith('int8') ? new Int8Array(code.buffer) : code)];
    });
    expect(codes).toEqual(golden[name]!.codes);
  });

  it('has the ten best with the scores that numpy gives', async () => {
    const { run } = await dense({ embedder, name: 'golden', topK: 10, variant: parseVariant(name) }).open(
      corpusOf('golden', documents),
      testTools(),
    );
    const asked = Array.from({ length: queries.rows }, (_, row) => ({
      id: queryId(`q${row}`),
      text: String(row),
    }));
    const found = (await run(asked)).map(({ hits }) =>
      [...hits].sort(byRankIdAscending).map(({ docId, score }) => [docId, score === 0 ? 0 : score]),
    );
    expect(found).toEqual(golden[name]!.best);
  });
});
