import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { JsonObject } from '../../core/index.js';
import { packagePath } from '../../platform/node/index.js';
import { PYTHON_PROGRAM } from './python-worker.js';

const schema = z.object({
  device: z.string(),
  /** Of a GPU. */
  name: z.string().optional(),
  /** The number type that a model with these settings runs in. */
  precision: z.string(),
  /** Operations a second. */
  rate: z.number().positive(),
  /** Bytes, of a GPU. */
  memory: z.number().positive().optional(),
});

/** What a Python finds to run models on, and how fast that multiplies matrices. */
export type PythonRate = z.infer<typeof schema>;

/** The measurement takes a second or two, importing PyTorch from a slow disk up to a minute. */
const LIMIT_MS = 120_000;

/** Measures without loading a model; throws what the program says where it cannot. */
export const pythonRate = async (
  python: string,
  settings: JsonObject,
  signal: AbortSignal,
): Promise<PythonRate> => {
  const env = { ...process.env, R2MED_MODEL: JSON.stringify(settings) };
  const options = { env, signal, timeout: LIMIT_MS };
  const { stdout } = await promisify(execFile)(python, [packagePath(PYTHON_PROGRAM), '--rate'], options);
  return schema.parse(JSON.parse(stdout));
};
