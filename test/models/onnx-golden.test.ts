import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { Embedder, Role, SparseVector, TokenVectors } from '../../src/core/index.js';
import { type DenseSettings, openOnnx, openOnnxLate, openOnnxSparse } from '../../src/models/onnx/index.js';
import { readLayout } from '../../src/models/onnx/layout.js';
import { openModels } from '../../src/models/onnx/open-model.js';
import { openTokenizer } from '../../src/models/onnx/tokenizer.js';
import { testTools } from '../support/tools.js';

interface Case {
  readonly name: string;
  readonly kind: 'dense' | 'sparse' | 'late';
  readonly folder: string;
  readonly role: Role;
  readonly settings: DenseSettings;
  readonly tokens: number[][];
  readonly vectors: number[][];
  /** Texts the program was not given. */
  readonly without?: string[];
  /** To be written into the tokenizer's file. */
  readonly cutSide?: string;
}

const GOLDEN = fileURLToPath(new URL('../golden/onnx', import.meta.url));
const golden = <T>(name: string): T => JSON.parse(readFileSync(join(GOLDEN, name), 'utf8')) as T;
const { texts, cases } = golden<{ texts: string[]; cases: Case[] }>('cases.json');

const temporary = mkdtempSync(join(tmpdir(), 'r2med-onnx-'));
afterAll(() => rmSync(temporary, { recursive: true }));

const folderOf = ({ folder, cutSide }: Case): string => {
  if (cutSide === undefined) return join(GOLDEN, folder);
  const copy = join(temporary, `${folder}-${cutSide}`);
  cpSync(join(GOLDEN, folder), copy, { recursive: true });
  const file = join(copy, 'tokenizer_config.json');
  const config = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...config, truncation_side: cutSide }));
  return copy;
};

const givenTo = ({ without }: Case): string[] => texts.filter((text) => !without?.includes(text));

/** Every kind of vector as one row of numbers. */
const open = async ({ kind, settings, ...rest }: Case): Promise<Embedder<Float32Array>> => {
  const folder = folderOf({ kind, settings, ...rest });
  if (kind === 'dense') return openOnnx({ folder, settings });
  const mapped = <Vector>(
    embedder: Embedder<Vector>,
    numbers: (vector: Vector) => Float32Array,
  ): Embedder<Float32Array> => ({
    ...embedder,
    async *embed(...request) {
      for await (const { embedded, failed } of embedder.embed(...request))
        yield { embedded: embedded.map(({ place, vector }) => ({ place, vector: numbers(vector) })), failed };
    },
  });
  if (kind === 'late')
    return mapped(await openOnnxLate({ folder, settings }), ({ data }: TokenVectors) => data);
  const words = rest.vectors[0]!.length;
  return mapped(
    await openOnnxSparse({ folder, settings: settings as object }),
    ({ indices, weights }: SparseVector) => {
      const all = new Float32Array(words);
      for (const [i, index] of indices.entries()) all[index] = weights[i]!;
      return all;
    },
  );
};

const embedAll = async (
  embedder: Embedder<Float32Array>,
  given: readonly string[],
  role: Role,
): Promise<Float32Array[]> => {
  const vectors: Float32Array[] = [];
  for await (const { embedded, failed } of embedder.embed(given, role, testTools())) {
    expect(failed).toEqual([]);
    for (const { place, vector } of embedded) vectors[place] = vector;
  }
  return vectors;
};

const cosineDistance = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let [ab, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    ab += a[i]! * b[i]!;
    aa += a[i]! * a[i]!;
    bb += b[i]! * b[i]!;
  }
  return aa === 0 && bb === 0 ? 0 : 1 - ab / Math.sqrt(aa * bb);
};

const largestDifference = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a, (value, i) => Math.abs(value - b[i]!)).reduce((x, y) => Math.max(x, y), 0);

/** 8-bit sums differ between versions of the runtime and kinds of processor: by 3.3e-3 on one without VNNI instructions. */
const TOLERANCE: Readonly<Record<string, number>> = { int8: 1e-2, fp16: 1e-5 };

describe.each(cases)('$name', (golden) => {
  const given = givenTo(golden);

  it('gives the vectors of the program', async () => {
    const embedder = await open(golden);
    const vectors = await embedAll(embedder, given, golden.role);
    await embedder.close();
    const tolerance = TOLERANCE[golden.name] ?? 1e-6;
    for (const [i, expected] of golden.vectors.entries()) {
      expect(vectors[i]!.length).toBe(expected.length);
      expect(cosineDistance(vectors[i]!, expected)).toBeLessThan(tolerance);
      // Cosine does not see lengths.
      expect(largestDifference(vectors[i]!, expected)).toBeLessThan(Math.max(2e-5, tolerance * 100));
    }
  });

  it('gives the same vectors whatever the batch', async () => {
    const many = await open(golden);
    const together = await embedAll(many, given, golden.role);
    await many.close();
    const one = await open({ ...golden, settings: { ...golden.settings, tokenBudget: 1 } });
    const alone = await embedAll(one, given, golden.role);
    expect(one.usage().calls).toBe(given.length);
    await one.close();
    for (const [i, vector] of alone.entries())
      expect(largestDifference(vector, together[i]!)).toBeLessThan(1e-5);
  });
});

describe.each(cases.filter(({ kind }) => kind !== 'late'))('$name', (golden) => {
  it('reads the tokens of the program', async () => {
    const { settings, role } = golden;
    const models = await openModels({ folder: folderOf(golden), settings });
    const tokens = givenTo(golden).map((text) => models.for(role).encode[role](text).ids);
    await models.reader.close();
    expect(tokens).toEqual(golden.tokens);
  });
});

describe('tokens of text written to be hard', () => {
  const { texts: hard, ids } = golden<{ texts: string[]; ids: Record<string, number[][]> }>('tokens.json');

  it.each(Object.keys(ids))("are those of Hugging Face's tokenizers: %s", async (name) => {
    const tokenizer = await openTokenizer(readLayout(join(GOLDEN, name)));
    const wrong = hard.filter((text, i) => `${tokenizer.ids(text)}` !== `${ids[name]![i]}`);
    expect(wrong).toEqual([]);
  });
});
