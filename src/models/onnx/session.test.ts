import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Encoded } from './encode.js';
import { type Output, openSession } from './session.js';

const golden = (name: string): string =>
  fileURLToPath(new URL(`../../../test/golden/onnx/${name}`, import.meta.url));

const encoded = (...ids: number[]): Encoded => ({
  ids,
  types: ids.map(() => 0),
  leftOut: 0,
  attended: ids.length,
  cut: false,
});

const run = async (
  file: string,
  batch: readonly Encoded[],
  paddingSide: 'left' | 'right',
): Promise<Output> => {
  const session = await openSession(golden(file), { padId: 0, paddingSide, threads: 1 });
  const output = await session.run(batch, 'last_hidden_state');
  await session.close();
  return output;
};

/** The numbers of one text's real tokens. */
const rows = ({ data, shape, starts, length }: Output, text: number, tokens: number): number[] => {
  const dimensions = shape[2]!;
  const first = text * length + starts[text]!;
  return [...data.slice(first * dimensions, (first + tokens) * dimensions)];
};

afterEach(() => {
  vi.doUnmock('onnxruntime-node');
  vi.resetModules();
});

describe('openSession', () => {
  it.each([
    ['right', [0, 0]],
    ['left', [0, 3]],
  ] as const)('pads on the %s and says where texts start', async (side, starts) => {
    const output = await run('gemma/onnx/model.onnx', [encoded(2, 9, 10, 11, 12), encoded(2, 7)], side);
    expect(output.shape).toEqual([2, 5, 16]);
    expect(output.starts).toEqual(starts);
  });

  it.each(['gemma', 'mistral', 'gpt-neox'])(
    'padding on either side does not reach a text: %s',
    async (name) => {
      const short = encoded(2, 7, 8);
      const alone = rows(await run(`${name}/onnx/model.onnx`, [short], 'right'), 0, 3);
      for (const side of ['left', 'right'] as const) {
        const output = await run(`${name}/onnx/model.onnx`, [encoded(2, 9, 10, 11, 12, 13), short], side);
        for (const [i, value] of rows(output, 1, 3).entries()) expect(value).toBeCloseTo(alone[i]!, 5);
      }
    },
  );

  it('hides tokens that are not to be looked at', async () => {
    const [seen, hidden] = [encoded(2, 7, 8, 3), { ...encoded(2, 7, 8, 3), attended: 2 }];
    const output = await run('bert/onnx/model.onnx', [seen, hidden], 'right');
    const alone = await run('bert/onnx/model.onnx', [encoded(2, 7)], 'right');
    for (const [i, value] of rows(output, 1, 2).entries())
      expect(value).toBeCloseTo(rows(alone, 0, 2)[i]!, 5);
    expect(rows(output, 0, 2)).not.toEqual(rows(output, 1, 2));
  });

  it('lists the outputs with their dimensions', async () => {
    const session = await openSession(golden('bert-sentence/onnx/whole.onnx'), {
      padId: 0,
      paddingSide: 'right',
    });
    expect(session.outputs).toEqual([
      { name: 'token_embeddings', rank: 3 },
      { name: 'sentence_embedding', rank: 2 },
    ]);
    await session.close();
  });

  it('names the line that installs the runtime where it is missing', async () => {
    vi.doMock('onnxruntime-node', () => {
      throw new Error("Cannot find package 'onnxruntime-node'");
    });
    const { openSession: open } = await import('./session.js');
    const opening = open(golden('bert/onnx/model.onnx'), { padId: 0, paddingSide: 'right' });
    await expect(opening).rejects.toThrow(/npm install onnxruntime-node@1\.30\.0 --ignore-scripts/);
  });
});
