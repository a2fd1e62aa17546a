/**
 * ONNX models of a few nodes, as bytes: `products = queries · documentsᵀ`, each times a scale for its document if so asked; or, of those
 * products, the highest of each query and where they are. ONNX files are protocol buffers; field numbers are those of onnx.proto (IR
 * version 8, opset 13).
 */
export const productsModel = (scaled: boolean): Uint8Array =>
  model(
    scaled
      ? [gemm('unscaled'), node('Mul', ['unscaled', NAMES.scales], [NAMES.products])]
      : [gemm(NAMES.products)],
    inputsOf(scaled),
    [tensor(NAMES.products, FLOAT, 'Q', 'N')],
  );

export const highestModel = (scaled: boolean): Uint8Array =>
  model(
    [
      gemm(NAMES.products),
      ...(scaled ? [node('Mul', [NAMES.products, NAMES.scales], ['scaled'])] : []),
      node('TopK', [scaled ? 'scaled' : NAMES.products, NAMES.count], [NAMES.scores, 'places']),
      // 64-bit integers would be BigInts, each an object.
      node('Cast', ['places'], [NAMES.rows], integerAttribute('to', INT32)),
    ],
    [...inputsOf(scaled), tensor(NAMES.count, INT64, 'one')],
    [tensor(NAMES.scores, FLOAT, 'Q', 'K'), tensor(NAMES.rows, INT32, 'Q', 'K')],
  );

/** `products = queries · documentsᵀ` of bytes from which `zero` is taken away, as integers: a row of products for each query, turned last. */
export const byteProductsModel = (): Uint8Array =>
  model(
    [
      node('MatMulInteger', [NAMES.documents, NAMES.queries, NAMES.zero, NAMES.zero], ['turned']),
      node('Transpose', ['turned'], [NAMES.products]),
    ],
    [
      tensor(NAMES.documents, UINT8, 'N', 'D'),
      tensor(NAMES.queries, UINT8, 'D', 'Q'),
      tensor(NAMES.zero, UINT8),
    ],
    [tensor(NAMES.products, INT32, 'Q', 'N')],
  );

const inputsOf = (scaled: boolean): readonly Bytes[] => [
  tensor(NAMES.queries, FLOAT, 'Q', 'D'),
  tensor(NAMES.documents, FLOAT, 'N', 'D'),
  ...(scaled ? [tensor(NAMES.scales, FLOAT, 'N')] : []),
];

export const NAMES = {
  queries: 'queries',
  documents: 'documents',
  products: 'products',
  scales: 'scales',
  count: 'count',
  scores: 'scores',
  rows: 'rows',
  zero: 'zero',
} as const;

/** Element types of TensorProto. */
const FLOAT = 1;
const UINT8 = 2;
const INT32 = 6;
const INT64 = 7;
const INTEGER_ATTRIBUTE = 2;

type Bytes = readonly number[];

const varint = (value: number): Bytes =>
  value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)];
const number = (field: number, value: number): Bytes => [...varint(field << 3), ...varint(value)];
const bytes = (field: number, content: Bytes): Bytes => [
  ...varint((field << 3) | 2),
  ...varint(content.length),
  ...content,
];
const text = (field: number, value: string): Bytes => bytes(field, [...new TextEncoder().encode(value)]);

/** AttributeProto: name, integer, type. */
const integerAttribute = (name: string, value: number): Bytes =>
  bytes(5, [...text(1, name), ...number(3, value), ...number(20, INTEGER_ATTRIBUTE)]);

/** NodeProto: inputs, outputs, operator, attribute. */
const node = (
  operator: string,
  inputs: readonly string[],
  outputs: readonly string[],
  attribute: Bytes = [],
): Bytes => [
  ...inputs.flatMap((name) => text(1, name)),
  ...outputs.flatMap((name) => text(2, name)),
  ...text(4, operator),
  ...attribute,
];

const gemm = (output: string): Bytes =>
  node('Gemm', [NAMES.queries, NAMES.documents], [output], integerAttribute('transB', 1));

/** ValueInfoProto: a tensor whose sizes are only named. */
const tensor = (name: string, type: number, ...sizes: string[]): Bytes => {
  const shape = sizes.flatMap((size) => bytes(1, text(2, size)));
  return [...text(1, name), ...bytes(2, bytes(1, [...number(1, type), ...bytes(2, shape)]))];
};

/** ModelProto (IR version, opset) around a GraphProto: nodes, name, inputs, outputs. */
const model = (nodes: readonly Bytes[], inputs: readonly Bytes[], outputs: readonly Bytes[]): Uint8Array =>
  Uint8Array.from([
    ...number(1, 8),
    ...bytes(8, number(2, 13)),
    ...bytes(7, [
      ...nodes.flatMap((each) => bytes(1, each)),
      ...text(2, 'products'),
      ...inputs.flatMap((each) => bytes(11, each)),
      ...outputs.flatMap((each) => bytes(12, each)),
    ]),
  ]);
