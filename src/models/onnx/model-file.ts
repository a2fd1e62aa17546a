import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { type FilePrecision, InputError } from '../../core/index.js';
import { fileSha256 } from '../../platform/node/index.js';
import type { FileSettings } from './settings.js';

/** Names that exporters give their files, by what they hold, the usual one first. */
const NAMES: Readonly<Record<FilePrecision, RegExp>> = {
  fp32: /^(encoder_)?model\.onnx$/,
  fp16: /^(encoder_)?model_(fp16|float16)\.onnx$/,
  int8: /^(encoder_)?model_(quantized|int8|uint8|q8|qu?int8_.*)\.onnx$/,
};

export interface ModelFile {
  readonly path: string;
  /** Inside the model's folder. */
  readonly name: string;
  /** `settings`, or which precision was found. */
  readonly source: string;
}

/** What a model was exported for, in the words of optimum. */
export type ExportTask = 'feature-extraction' | 'text-classification' | 'token-classification';

/** The line that makes an ONNX file. */
export const exportLine = (task: ExportTask): string =>
  `optimum-cli export onnx --task ${task} --model MODEL FOLDER`;

/** The ONNX file to run: the named one, the wanted precision, or the fullest precision there is. */
export const findModelFile = (
  folder: string,
  { file, precision }: FileSettings,
  task: ExportTask = 'feature-extraction',
): ModelFile => {
  if (file !== undefined) {
    if (existsSync(join(folder, file))) return { path: join(folder, file), name: file, source: 'settings' };
    throw new InputError({ at: { file: join(folder, file) }, found: 'no such file', ...offer(folder, task) });
  }
  const wanted = precision === undefined ? (Object.keys(NAMES) as FilePrecision[]) : [precision];
  for (const kind of wanted) {
    const name = onnxFiles(folder).find((candidate) => NAMES[kind].test(basename(candidate)));
    if (name !== undefined)
      return {
        path: join(folder, name),
        name,
        source: precision === undefined ? `${kind}, the fullest precision there` : 'settings',
      };
  }
  throw new InputError({
    at: { file: folder },
    found: precision === undefined ? 'no ONNX model' : `no ONNX model of precision ${precision}`,
    ...offer(folder, task),
  });
};

/** `onnx/` first, where hub repositories keep them. */
const onnxFiles = (folder: string): readonly string[] =>
  ['onnx', ''].flatMap((part) =>
    existsSync(join(folder, part))
      ? readdirSync(join(folder, part))
          .filter((name) => name.endsWith('.onnx'))
          .sort()
          .map((name) => (part ? `${part}/${name}` : name))
      : [],
  );

const offer = (folder: string, task: ExportTask): { expected: string; fix: string } => {
  const there = onnxFiles(folder);
  return there.length > 0
    ? { expected: 'one of the ONNX files there', fix: `name one with "file": ${there.join(', ')}` }
    : { expected: 'onnx/model.onnx or model.onnx', fix: `export the model: ${exportLine(task)}` };
};

/** Files with weights that do not fit into the ONNX file itself. */
const externalData = (path: string): readonly string[] =>
  readdirSync(dirname(path))
    .filter((name) => name !== basename(path) && (name.startsWith(basename(path)) || name.endsWith('.data')))
    .sort()
    .map((name) => join(dirname(path), name));

/** SHA-256 of the model and of its outside weights, by name inside the folder. */
export const hashes = async (
  folder: string,
  path: string,
  others: readonly string[],
): Promise<Readonly<Record<string, string>>> => {
  const files = [path, ...externalData(path), ...others];
  const pairs = files.map(async (file) => [
    relative(folder, file).replaceAll('\\', '/'),
    await fileSha256(file),
  ]);
  return Object.fromEntries(await Promise.all(pairs));
};

/**
 * Whether the model scales activations by what else is in the batch, as dynamically quantized ones do. Operator names
 * are in the file as plain text.
 */
export const quantizesByBatch = async (path: string): Promise<boolean> => {
  const operator = 'DynamicQuantize';
  let end = '';
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20, encoding: 'latin1' })) {
    const text = end + (chunk as string);
    if (text.includes(operator)) return true;
    end = text.slice(1 - operator.length);
  }
  return false;
};
