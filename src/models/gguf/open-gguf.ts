import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { InputError, once, WorkError } from '../../core/index.js';
import { cannotRead, fileSha256 } from '../../platform/node/index.js';
import { ggufRuntime, type Llama, type Model, type Runtime } from './runtime.js';

/** A GGUF file whose model is loaded when it is first used: what is planned for or cached needs no runtime. */
export interface Gguf {
  /** Which weights these are, wherever the file is: its own name and its hash. */
  readonly spec: { readonly model: string; readonly sha256: string };
  readonly load: () => Promise<{ readonly runtime: Runtime; readonly model: Model }>;
  /** Ends what it does; nothing is loaded for it. */
  close(): Promise<void>;
}

export const openGguf = async (file: string): Promise<Gguf> => {
  await mustBeGguf(file);
  let llama: Llama | undefined;
  return {
    spec: { model: basename(file), sha256: await fileSha256(file) },
    load: once(async () => {
      const runtime = await ggufRuntime();
      try {
        // Nothing is compiled or downloaded. Warnings about tokens and memory would reach stderr.
        llama = await runtime.getLlama({ gpu: false, build: 'never', skipDownload: true, logLevel: 'error' });
        return { runtime, model: await llama.loadModel({ modelPath: file }) };
      } catch (error) {
        throw cannotOpen(file, error);
      }
    }),
    close: async () => llama?.dispose(),
  };
};

const cannotOpen = (file: string, error: unknown): WorkError =>
  new WorkError(
    `${file} could not be opened: ${error instanceof Error ? error.message : error}`,
    'see that the file is whole, that there is memory for it, and that npm installed a node-llama-cpp for this machine',
    { cause: error },
  );

/** The first bytes of every such file. */
const MAGIC = 'GGUF';

const mustBeGguf = async (file: string): Promise<void> => {
  const start = await startOf(file).catch(cannotRead(file));
  if (start !== MAGIC)
    throw new InputError({
      at: { file },
      found: 'another kind of file',
      expected: 'a GGUF file',
      fix: 'name a file that ends in .gguf',
    });
};

const startOf = async (file: string): Promise<string> => {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
    return buffer.toString('latin1');
  } finally {
    await handle.close();
  }
};
