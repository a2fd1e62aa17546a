import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { InputError, WorkError } from '../../src/core/index.js';
import { type CommandSettings, openCommand } from '../../src/models/custom/command.js';
import type { CustomEmbedder } from '../../src/models/custom/custom-embedder.js';
import type { Kind, VectorOf } from '../../src/models/custom/kinds.js';
import type { Alarm } from '../../src/platform/node/index.js';

/** Programs in a folder of their own, and the models opened on them; both go when the tests are done. */
export const ownCommands = () => {
  let cwd = '';
  beforeAll(() => {
    cwd = mkdtempSync(join(tmpdir(), 'own-command-'));
  });
  afterAll(() => rmSync(cwd, { recursive: true }));

  const open: CustomEmbedder<unknown>[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((model) => model.close()));
  });

  /** A program that calls `body` with each request; `say` prints a line. `first` runs before. */
  const program = (body: string, first = ''): string => {
    const file = join(cwd, 'program.mjs');
    writeFileSync(
      file,
      `import { createInterface } from 'node:readline';
       const say = (message) => process.stdout.write((typeof message === 'string' ? message : JSON.stringify(message)) + '\\n');
       ${first}
       createInterface({ input: process.stdin }).on('line', (line) => {
         const request = JSON.parse(line);
         const { id, role, texts } = request;
         ${body}
       });`,
    );
    return `'${process.execPath}' program.mjs`;
  };

  const opened = async <K extends Kind = 'dense'>(
    command: string,
    settings: CommandSettings<K> = {},
  ): Promise<CustomEmbedder<VectorOf[K]>> => {
    const model = await openCommand(command, { cwd, note: () => {}, ...settings });
    open.push(model);
    return model;
  };

  return { program, opened, folder: () => cwd };
};

export const failing = async (work: Promise<unknown>): Promise<Error> => {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof InputError || error instanceof WorkError))
    throw new Error('not ours', { cause: error });
  return error;
};

export const LENGTHS = 'say({ id, vectors: texts.map((text) => [text.length, 1]) });';
export const good = (length: number): Float32Array => Float32Array.of(length, 1);

/** Alarms that the test rings: each `ring` rings those of one length. */
export const handAlarm = () => {
  const set = new Map<() => void, number>();
  const waiting: { readonly ms: number; readonly resolve: () => void }[] = [];
  const alarm: Alarm = (ms, ring) => {
    set.set(ring, ms);
    for (const each of waiting.filter((wait) => wait.ms === ms)) each.resolve();
    return () => void set.delete(ring);
  };
  const isSet = (ms: number): Promise<void> =>
    [...set.values()].includes(ms)
      ? Promise.resolve()
      : new Promise((resolve) => waiting.push({ ms, resolve }));
  const ring = async (ms: number): Promise<void> => {
    await isSet(ms);
    for (const [call] of [...set].filter(([, length]) => length === ms)) {
      set.delete(call);
      call();
    }
  };
  return { alarm, ring, set };
};

/** The first line that is noted, or the first with this in it. */
export const hearing = (wanted = '') => {
  let note = (_line: string): void => {};
  const heard = new Promise<string>((resolve) => {
    note = (line) => {
      if (line.includes(wanted)) resolve(line);
    };
  });
  return { heard, note };
};
