import type { Json, JsonObject } from '../../core/index.js';
import { specParts } from './made-again.js';

/** How far a result may be from an earlier one of the same system before it counts as another. */
export interface Tolerance {
  /** Of a hit, as a share of the largest score of its query. */
  readonly score: number;
  /** Of a mean over queries, on the scale from 0 to 1. */
  readonly mean: number;
  readonly why: string;
}

/**
 * The numbers that a system computes with, from the exact to the uncertain, each with its tolerance. The unit roundoff of a type is half
 * the distance from 1 to the next number: 6e-8 of fp32, 5e-4 of fp16, 4e-3 of bf16. Networks of 12 to 32 layers multiply it by about
 * ten (docs/reference/records.md has what was measured).
 */
export const NUMBER_TYPES = {
  exact: {
    score: 0,
    mean: 1e-9,
    why: 'no model: sums in 64 bits in a fixed order give the same 32-bit scores everywhere',
  },
  fp32: {
    score: 1e-5,
    mean: 0.001,
    why: 'processors and libraries add in another order: up to 1e-5 between programs, which swaps near ties',
  },
  fp16: {
    score: 0.005,
    mean: 0.005,
    why: '11 bits, a roundoff of 5e-4, about ten times that after all layers; it changes with batch and GPU',
  },
  bf16: {
    score: 0.03,
    mean: 0.01,
    why: '8 bits, a roundoff of 4e-3, about eight times that after all layers; it changes with batch and GPU',
  },
  int8: {
    score: 0.03,
    mean: 0.01,
    why: 'the scale of activations is taken from each batch and rounded by each processor in its own way; codes flip where a vector is near a limit',
  },
  service: {
    score: 0.03,
    mean: 0.01,
    why: 'number type, batches and version behind a server or foreign code are unknown: as bf16, which most use',
  },
  llm: {
    score: 0,
    mean: 1e-9,
    why: 'a language model writes: cached answers are the same, new ones are others, and that is a difference',
  },
} as const satisfies Readonly<Record<string, Tolerance>>;
/** The numbers that a system computes with. */
export type NumberType = keyof typeof NUMBER_TYPES;

const UNCERTAIN_LAST = Object.keys(NUMBER_TYPES) as readonly NumberType[];

/** The number type of a system, by its spec: of several models the most uncertain one. */
export const numberTypeOf = (spec: Json): NumberType => {
  const types = specParts(spec).map(partType);
  return UNCERTAIN_LAST.findLast((type) => types.includes(type)) ?? 'exact';
};

/** The wider of two. */
export const widerType = (a: NumberType, b: NumberType): NumberType =>
  UNCERTAIN_LAST.indexOf(a) > UNCERTAIN_LAST.indexOf(b) ? a : b;

const partType = (part: JsonObject): NumberType | undefined => {
  const { backEnd, kind, file, dialect, stage } = part;
  if (backEnd === 'python') return namedType(String(part.dtype));
  if (backEnd !== undefined || isForeign(part)) return 'service';
  if (typeof kind === 'string' && kind.startsWith('onnx-')) return namedType(String(file));
  if (kind === 'gguf-dense' || (part.retriever === 'dense' && /int8|binary/.test(String(part.variant))))
    return 'int8';
  return stage === 'live-writing' || dialect !== undefined ? 'llm' : undefined;
};

/** A module, a program or a function of the user. */
const isForeign = ({ module, command, code }: JsonObject): boolean =>
  [module, command, code].some((each) => each !== undefined);

/** The type that a text names: a number type of PyTorch, the published one of an entry, or the name of an ONNX file. */
export const namedType = (text: string): NumberType => {
  if (/bf16|bfloat16/.test(text)) return 'bf16';
  if (/fp16|float16|autocast/.test(text)) return 'fp16';
  if (/service/.test(text)) return 'service';
  return /int8|quantized|q8/.test(text) ? 'int8' : 'fp32';
};
