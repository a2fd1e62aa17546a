/** Just enough of WebAssembly's binary format (WebAssembly Core 2.0, §5) to write kernels of a few instructions. */

export type Code = readonly number[];

export const I32 = 0x7f;
export const F64 = 0x7c;
export const V128 = 0x7b;
type ValueType = typeof I32 | typeof F64 | typeof V128;

/** A function that reads and writes the one memory, which is imported. */
export interface WasmFunction {
  readonly name: string;
  readonly parameters: readonly ValueType[];
  readonly result?: ValueType;
  readonly locals: readonly ValueType[];
  readonly body: Code;
}

const unsigned = (value: number): Code =>
  value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
const vector = (items: readonly Code[]): Code => [...unsigned(items.length), ...items.flat()];
const text = (value: string): Code => vector([...new TextEncoder().encode(value)].map((byte) => [byte]));
const section = (id: number, content: Code): Code => [id, ...unsigned(content.length), ...content];
const values = (types: readonly ValueType[]): Code => vector(types.map((type) => [type]));

const MAGIC_AND_VERSION = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const FUNCTION_TYPE = 0x60;
const MEMORY_IMPORT = 2;
const FUNCTION_EXPORT = 0;
const END = 0x0b;

export const wasmModule = (functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> => {
  const types = functions.map(({ parameters, result }) => [
    FUNCTION_TYPE,
    ...values(parameters),
    ...values(result === undefined ? [] : [result]),
  ]);
  const bodies = functions.map(({ locals, body }) => {
    const code = [...vector(locals.map((type) => [1, type])), ...body, END];
    return [...unsigned(code.length), ...code];
  });
  return Uint8Array.from([
    ...MAGIC_AND_VERSION,
    ...section(1, vector(types)),
    ...section(2, vector([[...text('js'), ...text('memory'), MEMORY_IMPORT, 0, 1]])),
    ...section(3, vector(functions.map((_, index) => unsigned(index)))),
    ...section(
      7,
      vector(functions.map(({ name }, index) => [...text(name), FUNCTION_EXPORT, ...unsigned(index)])),
    ),
    ...section(10, vector(bodies)),
  ]);
};

const simd = (opcode: number, ...immediates: number[]): Code => [0xfd, ...unsigned(opcode), ...immediates];
const load =
  (opcode: number) =>
  (address: Code, offset = 0): Code => [...address, ...simd(opcode, 0, ...unsigned(offset))];
const unary =
  (...opcode: number[]) =>
  (a: Code): Code => [...a, ...opcode];
const binary =
  (...opcode: number[]) =>
  (a: Code, b: Code): Code => [...a, ...b, ...opcode];

export const get = (local: number): Code => [0x20, local];
export const set = (local: number, value: Code): Code => [...value, 0x21, local];
export const constant = (value: number): Code => {
  if (value < 0 || value > 63) throw new RangeError('one-byte constants only');
  return [0x41, value];
};
export const add = binary(0x6a);
export const subtract = binary(0x6b);
export const lessThan = binary(0x49);
export const addF64 = binary(0xa0);
export const storeI32 = (address: Code, value: Code): Code => [...address, ...value, 0x36, 2, 0];
/** Runs the body, and again as long as the condition is not 0. */
export const repeatWhile = (condition: Code, body: Code): Code => [
  0x03,
  0x40,
  ...body,
  ...condition,
  0x0d,
  0,
  END,
];

/** Instructions on 128 bits at once, by the names the specification gives them. */
export const v128 = {
  load: load(0),
  /** Eight bytes as eight 16-bit integers. */
  load8x8: load(1),
  /** Eight bytes into the lower half. */
  load64: load(93),
  zero: simd(12, ...new Array<number>(16).fill(0)),
  xor: binary(...simd(81)),
  popcountI8: unary(...simd(98)),
  pairsI8: unary(...simd(125)),
  pairsI16: unary(...simd(127)),
  addI32: binary(...simd(174)),
  dotI16: binary(...simd(186)),
  laneI32: (a: Code, lane: number): Code => [...a, ...simd(27, lane)],
  /** The two lower 32-bit floats as doubles. */
  promoteF32: unary(...simd(95)),
  addF64: binary(...simd(240)),
  mulF64: binary(...simd(242)),
  laneF64: (a: Code, lane: number): Code => [...a, ...simd(33, lane)],
} as const;
