import { existsSync } from 'node:fs';
import { z } from 'zod';
import { own } from '../../core/index.js';
import { dataPath, packageData } from '../../platform/node/index.js';

/** Texts that every model reads the same way: short, long enough to be cut, with odd letters. Never changed: stored vectors are of these. */
export const PROBE_TEXTS = [
  { role: 'query', text: 'Which joint does gout attack first?' },
  {
    role: 'query',
    text: 'A man of 54 wakes with a swollen, red, very painful toe after a feast. What is it?',
  },
  { role: 'document', text: 'fever' },
  {
    role: 'document',
    text: 'Urate crystals in the joint cause gout; colchicine (0.5 mg) helps within 24 h. Überempfindlichkeit, ε-toxin, 37 °C.',
  },
  {
    role: 'document',
    text: 'The kidney filters urate, and most of it is taken up again. Diuretics raise its level. '.repeat(
      60,
    ),
  },
] as const;

const schema = z.strictObject({
  model: z.string(),
  revision: z.string().nullable(),
  /** The number type that they were computed in. */
  precision: z.string(),
  /** What computed them: back end, library, versions. */
  madeWith: z.record(z.string(), z.string()),
  /** Of each text, as 32-bit floats, little-endian, in base64. */
  vectors: z.array(z.string()).length(PROBE_TEXTS.length),
});

/** Vectors of the probe texts that a maintainer has stored for a model. */
export type ProbeVectors = z.infer<typeof schema>;

const fileOf = (name: string): string => `probes/${name}.json`;

/** Undefined where none are stored: then nothing says whether the model gives here what it should. */
export const storedProbes = (name: string): ProbeVectors | undefined =>
  existsSync(dataPath(fileOf(name))) ? packageData(fileOf(name), schema) : undefined;

export const probeFile = (name: string): string => dataPath(fileOf(name));

/** Cosine distances that number types explain: that of their rounding through all layers, with room. */
const TOLERANCES: Readonly<Record<string, number>> = {
  fp32: 1e-5,
  autocast: 2e-3,
  fp16: 2e-3,
  bf16: 1e-2,
  int8: 5e-2,
};

/** How far vectors of two number types may be apart. */
export const probeTolerance = (one: string, other: string): number =>
  Math.max(...[one, other].map((type) => own(TOLERANCES, type) ?? TOLERANCES.fp32!));

export const probeText = (vector: Float32Array): string =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');

/** One minus the cosine; undefined where the lengths differ or a vector is none. */
export const probeDistance = (stored: string, vector: Float32Array): number | undefined => {
  const bytes = Buffer.from(stored, 'base64');
  if (bytes.length !== vector.length * 4) return undefined;
  let [dot, ours, theirs] = [0, 0, 0];
  for (const [i, own] of vector.entries()) {
    const other = bytes.readFloatLE(i * 4);
    dot += own * other;
    ours += own * own;
    theirs += other * other;
  }
  const cosine = dot / Math.sqrt(ours * theirs);
  return Number.isFinite(cosine) ? Math.max(0, 1 - cosine) : undefined;
};
