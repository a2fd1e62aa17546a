import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedBytes } from '../../../test/support/changed-bytes.js';
import { testTools } from '../../../test/support/tools.js';
import { writtenFolder } from '../../../test/support/written-folder.js';
import { InputError, WorkError } from '../../core/index.js';
import { openOnnx } from './open-dense.js';

const WHOLE = fileURLToPath(new URL('../../../test/golden/onnx/t5-sentence', import.meta.url));
const FILES = readdirSync(WHOLE, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(json|safetensors)$/.test(name),
);

/** The same JSON with something else in one place of it. */
const otherwise = (value: unknown): fc.Arbitrary<unknown> => {
  const anything = fc.jsonValue({ maxDepth: 1 });
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return anything;
  const inside = fc.constantFrom(...Object.keys(value)).chain((key) =>
    otherwise((value as Record<string, unknown>)[key]).map((other) => {
      const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
      copy[key] = other;
      return copy;
    }),
  );
  return fc.oneof({ weight: 1, arbitrary: anything }, { weight: 4, arbitrary: inside });
};

/** A file as a disk, a download or a hand may have left it. */
const broken = (name: string): fc.Arbitrary<Uint8Array> => {
  const whole = readFileSync(join(WHOLE, name));
  const json = name.endsWith('.json')
    ? [otherwise(JSON.parse(whole.toString())).map((value) => Buffer.from(JSON.stringify(value)))]
    : [];
  return fc.oneof(
    changedBytes(whole),
    fc.nat(whole.length).map((length) => whole.subarray(0, length)),
    ...json,
  );
};

/** A vector, or the error that a person gets. */
const outcome = async (folder: string): Promise<unknown> => {
  try {
    const embedder = await openOnnx({ folder });
    try {
      for await (const _ of embedder.embed(['fever', 'a cough that lasts'], 'document', testTools()));
    } finally {
      await embedder.close();
    }
  } catch (error) {
    return error;
  }
  return undefined;
};

describe('a model folder with a broken file', () => {
  it.each(FILES)('works, or is refused in one error that names %s', async (name) => {
    const folder = writtenFolder({}, 'model');
    cpSync(WHOLE, folder, { recursive: true });
    await fc.assert(
      fc.asyncProperty(broken(name), async (bytes) => {
        writeFileSync(join(folder, name), bytes);
        const error = await outcome(folder);
        if (error === undefined) return;
        expect(error).toSatisfy((it) => it instanceof InputError || it instanceof WorkError);
        expect((error as Error).message).toContain(folder);
      }),
      { numRuns: 40 },
    );
  });
});
