import {
  add,
  addF64,
  type Code,
  constant,
  F64,
  get,
  I32,
  lessThan,
  repeatWhile,
  set,
  storeI32,
  subtract,
  V128,
  v128,
  type WasmFunction,
  wasmModule,
} from './wasm-module.js';

/** Addresses are bytes into the memory; what is not a whole number of steps is to be filled up with zeros. */
export interface Kernels {
  /** Dot product in doubles of doubles and floats, in steps of 8 numbers; summed in the same order on every machine. */
  dot(doubles: number, floats: number, floatsEnd: number): number;
  /** Dot products of a row of signed bytes with each of `count` rows, in steps of 16 bytes, as 32-bit integers. */
  dotBytes(query: number, rows: number, width: number, count: number, products: number): void;
  /** Bits in which a row differs from each of `count` rows, in steps of 16 bytes, as 32-bit integers. */
  differingBits(query: number, rows: number, width: number, count: number, bits: number): void;
}

export interface KernelMemory {
  readonly buffer: ArrayBuffer;
  readonly kernels: Kernels;
}

/** What is used of WebAssembly, which browsers and Node have alike but TypeScript only describes with a browser's types. */
interface WebAssemblyApi {
  readonly Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
}

const PAGE = 65_536;

/** Memory of this number of bytes, all zeros, with kernels that work in it. */
export const kernelMemory = (bytes: number): KernelMemory => {
  const { Memory, Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly;
  const memory = new Memory({ initial: Math.max(1, Math.ceil(bytes / PAGE)) });
  const { exports } = new Instance(new Module(moduleBytes()), { js: { memory } });
  return { buffer: memory.buffer, kernels: exports as Kernels };
};

const dot = (): WasmFunction => {
  const [doubles, floats, end, ...sums] = [0, 1, 2, 3, 4, 5, 6] as const;
  const steps = sums.flatMap((sum, i) => {
    const product = v128.mulF64(
      v128.load(get(doubles), 16 * i),
      v128.promoteF32(v128.load64(get(floats), 8 * i)),
    );
    return set(sum, v128.addF64(get(sum), product));
  });
  const total = v128.addF64(v128.addF64(get(sums[0]), get(sums[1])), v128.addF64(get(sums[2]), get(sums[3])));
  return {
    name: 'dot',
    parameters: [I32, I32, I32],
    result: F64,
    locals: [V128, V128, V128, V128],
    body: [
      ...repeatWhile(lessThan(get(floats), get(end)), [
        ...steps,
        // 64 does not fit the one-byte constants.
        ...set(doubles, add(add(get(doubles), constant(32)), constant(32))),
        ...set(floats, add(get(floats), constant(32))),
      ]),
      ...set(sums[0], total),
      ...addF64(v128.laneF64(get(sums[0]), 0), v128.laneF64(get(sums[0]), 1)),
    ],
  };
};

/** Compares a row of bytes with every row after each other; `step` yields four sums of 16 bytes each. */
const overRows = (name: string, step: (query: Code, row: Code) => Code): WasmFunction => {
  const [query, row, width, count, out, at, sums] = [0, 1, 2, 3, 4, 5, 6] as const;
  const addresses = [add(get(query), get(at)), add(get(row), get(at))] as const;
  const pool = [0, 1, 2, 3].map((lane) => v128.laneI32(get(sums), lane));
  return {
    name,
    parameters: [I32, I32, I32, I32, I32],
    locals: [I32, V128],
    body: repeatWhile(get(count), [
      ...set(at, constant(0)),
      ...set(sums, v128.zero),
      ...repeatWhile(lessThan(get(at), get(width)), [
        ...set(sums, v128.addI32(get(sums), step(...addresses))),
        ...set(at, add(get(at), constant(16))),
      ]),
      ...storeI32(
        get(out),
        pool.reduce((a, b) => add(a, b)),
      ),
      ...set(row, add(get(row), get(width))),
      ...set(out, add(get(out), constant(4))),
      ...set(count, subtract(get(count), constant(1))),
    ]),
  };
};

const dotBytes = (): WasmFunction =>
  overRows('dotBytes', (query, row) =>
    v128.addI32(
      v128.dotI16(v128.load8x8(query), v128.load8x8(row)),
      v128.dotI16(v128.load8x8(query, 8), v128.load8x8(row, 8)),
    ),
  );

const differingBits = (): WasmFunction =>
  overRows('differingBits', (query, row) =>
    v128.pairsI16(v128.pairsI8(v128.popcountI8(v128.xor(v128.load(query), v128.load(row))))),
  );

/** Put together when memory is taken, which most calls never do. */
const moduleBytes = (): Uint8Array<ArrayBuffer> => wasmModule([dot(), dotBytes(), differingBits()]);

const STEP_NUMBERS = 8;

/** Dot products in doubles of vectors that are held with one vector at a time, which `take` sets. */
export const rowDots = (dimensions: number, places: number) => {
  const padded = Math.ceil(dimensions / STEP_NUMBERS) * STEP_NUMBERS;
  const end = 4 * padded;
  const { buffer, kernels } = kernelMemory(end + 8 * padded * places);
  const taken = new Float32Array(buffer, 0, padded);
  const held = new Float64Array(buffer, end, padded * places);
  return {
    hold: (place: number, vector: Float32Array): void => held.set(vector, place * padded),
    take: (vector: Float32Array): void => taken.set(vector),
    with: (place: number): number => kernels.dot(end + 8 * padded * place, 0, end),
  };
};

const STEP_BYTES = 16;
/** A WebAssembly memory ends at 4 GB; rows that need more are in several. */
const BLOCK_BYTES = 1 << 28;

/** Rows of bytes that are compared with a query, all at once; results are lent until the next comparison. */
export const byteRows = (rows: number, bytes: number) => {
  const width = Math.ceil(bytes / STEP_BYTES) * STEP_BYTES;
  const perBlock = Math.max(1, Math.floor(BLOCK_BYTES / width));
  const blocks: { readonly memory: KernelMemory; readonly first: number; readonly count: number }[] = [];
  for (let first = 0; first < rows; first += perBlock) {
    const count = Math.min(perBlock, rows - first);
    blocks.push({ memory: kernelMemory(width * (count + 1) + 4 * count), first, count });
  }
  const results = new Int32Array(rows);
  const compare = (kernel: 'dotBytes' | 'differingBits', query: Uint8Array): Int32Array => {
    for (const { memory, first, count } of blocks) {
      const [asked, out] = [width * count, width * (count + 1)];
      new Uint8Array(memory.buffer, asked, bytes).set(query);
      memory.kernels[kernel](asked, 0, width, count, out);
      results.set(new Int32Array(memory.buffer, out, count), first);
    }
    return results;
  };
  return {
    /** A row to write into. */
    row: (index: number): Uint8Array => {
      const { memory, first } = blocks[Math.floor(index / perBlock)]!;
      return new Uint8Array(memory.buffer, (index - first) * width, bytes);
    },
    dot: (query: Uint8Array) => compare('dotBytes', query),
    differingBits: (query: Uint8Array) => compare('differingBits', query),
  };
};

export type RowDots = ReturnType<typeof rowDots>;
