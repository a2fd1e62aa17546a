import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './command.js';

interface FakeOptions {
  /** What it prints where the rate is wanted; without it PyTorch is missing. */
  readonly rate?: object;
  /** Vectors of texts in base64; of all others the word "train" decides. */
  readonly vectors?: Readonly<Record<string, string>>;
}

interface FakeCall {
  readonly kind: 'packages' | 'rate' | 'model' | 'end';
  /** What R2MED_MODEL says. */
  readonly told: { readonly precision: string | null } | null;
}

/**
 * A program in the place of Python: it has every package, knows the matrix rate, and speaks the worker's protocol. It logs each start
 * before it answers, and the end of its input.
 */
export const fakePython = ({ rate, vectors = {} }: FakeOptions) => {
  const folder = temporaryFolder();
  const [file, log] = [join(folder, 'python'), join(folder, 'log')];
  writeFileSync(
    file,
    `#!${process.execPath}
     const { appendFileSync } = require('node:fs');
     const words = process.argv.slice(2);
     const told = JSON.parse(process.env.R2MED_MODEL ?? 'null');
     const note = (kind) => appendFileSync(${JSON.stringify(log)}, JSON.stringify({ kind, told }) + '\\n');
     const kind = words.includes('-c') ? 'packages' : words.includes('--rate') ? 'rate' : 'model';
     note(kind);
     if (kind === 'packages') console.log('3.13.0');
     else if (kind === 'rate') {
       const rate = ${JSON.stringify(rate ?? null)};
       if (rate === null) {
         console.error('Traceback\\nModuleNotFoundError: No module named torch');
         process.exitCode = 1;
       } else console.log(JSON.stringify(rate));
     } else {
       console.log(JSON.stringify({ r2med: 1, name: 'fake', version: '1', precision: 'fp32' }));
       const known = ${JSON.stringify(vectors)};
       const vector = (text) =>
         known[text] ?? [...(/train/i.test(text) ? [0, 1] : [1, 0]), ...Array(told.dimensions - 2).fill(0)];
       require('node:readline').createInterface({ input: process.stdin }).on('close', () => note('end')).on('line', (line) => {
         const { id, texts } = JSON.parse(line);
         console.log(JSON.stringify({ id, vectors: texts.map(vector) }));
       });
     }`,
  );
  chmodSync(file, 0o755);
  const calls = (): readonly FakeCall[] =>
    existsSync(log)
      ? readFileSync(log, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
      : [];
  return { file, calls };
};
