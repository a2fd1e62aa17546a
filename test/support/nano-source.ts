import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { NamedRetriever, SamplerName } from '../../src/benchmarks/nano/index.js';
import { type DenseEmbedder, KNOWN_ORDER } from '../../src/core/index.js';
import { dense } from '../../src/search/retrieval/index.js';

interface Row {
  readonly id: string;
  readonly text: string;
  readonly title?: string;
}

interface Source {
  readonly before: readonly Row[];
  readonly after: readonly Row[];
  readonly queries: readonly Row[];
  readonly judgements: readonly (readonly [query: string, document: string, grade: number])[];
  readonly vectors: Readonly<Record<'document' | 'query', Readonly<Record<string, readonly number[]>>>>;
}

const golden = (path: string): string => readFileSync(new URL(`../golden/${path}`, import.meta.url), 'utf8');

export const NANO_SOURCE = JSON.parse(golden('nano-build/source.json')) as Source;

/** A set that Python made of it. */
export interface GoldenSet {
  readonly split: string;
  readonly sampler: SamplerName;
  readonly queries: number;
  readonly documents: number;
  readonly depth: number;
  readonly hybridDepth: number;
  /** What pyarrow read, by config and column; the texts of the corpus are a hash below. */
  readonly tables: Readonly<
    Record<string, Readonly<Record<string, readonly string[] | readonly string[][]>>>
  >;
  /** What pyarrow calls the columns, by config. */
  readonly schemas: Readonly<Record<string, string>>;
  readonly textsSha256: string;
  readonly bm25Scores: Readonly<Record<string, readonly number[]>>;
  readonly fusedScores: Readonly<Record<string, readonly number[]>>;
  readonly safeguards: Readonly<Record<string, string>>;
  readonly figures: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export const GOLDEN_SETS = JSON.parse(golden('nano-build/sets.json')) as readonly GoldenSet[];

/** The golden's hash of texts: SHA-256 of Python's `json.dumps`, which puts a space behind a comma. */
export const sha256OfTexts = (texts: readonly string[]): string =>
  createHash('sha256')
    .update(`[${texts.map((text) => JSON.stringify(text)).join(', ')}]`)
    .digest('hex');

/** The hostile little task of test/golden/nano-build, as the files of a BEIR folder. */
export const nanoSourceFiles = (): Readonly<Record<string, string>> => {
  const collection = golden('bm25-collection/corpus.jsonl').trimEnd().split('\n');
  const documents = [
    ...NANO_SOURCE.before,
    ...collection.map((line) => JSON.parse(line) as Row),
    ...NANO_SOURCE.after,
  ];
  const lines = (rows: readonly Row[]): string =>
    rows.map(({ id, ...row }) => `${JSON.stringify({ _id: id, ...row })}\n`).join('');
  const judgements = NANO_SOURCE.judgements.map((row) => `${row.join('\t')}\n`);
  return {
    'corpus.jsonl': lines(documents),
    'queries.jsonl': lines(NANO_SOURCE.queries),
    'qrels/test.tsv': `query-id\tcorpus-id\tscore\n${judgements.join('')}`,
  };
};

/** Vectors of texts that are not of the golden: a question and its answer are alike, and nothing else is like them. */
const outside = (text: string): readonly number[] =>
  Object.values(NANO_SOURCE.vectors.query)[0]!.map(() => (text === KNOWN_ORDER.unrelated ? -1 : 1));

/** A dense retriever with the golden's vectors. */
export const goldenVectors: NamedRetriever = {
  name: 'vectors',
  make: async (task, topK) => {
    const texts = { document: new Map<string, string>(), query: new Map<string, string>() };
    for await (const batch of task.corpus.rows())
      for (const { id, text } of batch) texts.document.set(text, id);
    for (const { id, text } of task.queries) texts.query.set(text, id);
    const embedder: DenseEmbedder = {
      spec: {
        embedder: 'golden',
        sha256: createHash('sha256').update(golden('nano-build/source.json')).digest('hex'),
      },
      async *embed(asked, role) {
        const side = role === 'document' ? 'document' : 'query';
        yield {
          embedded: asked.map((text, place) => ({
            place,
            vector: Float32Array.from(NANO_SOURCE.vectors[side][texts[side].get(text)!] ?? outside(text)),
          })),
          failed: [],
        };
      },
      usage: () => ({ cut: { query: 0, rewrite: 0, document: 0 }, tokens: 0, calls: 0, usd: 0 }),
      close: async () => {},
    };
    return dense({ embedder, name: 'vectors', similarity: 'dot', topK });
  },
};
