import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/command.js';
import { writtenFolder } from '../support/written-folder.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .sort();

/** The code under every `@example` of a file's TSDoc. */
const examplesIn = (file: string): readonly string[] => {
  const comments = readFileSync(join(ROOT, 'src', file), 'utf8').match(/\/\*\*[\s\S]*?\*\//g) ?? [];
  return comments.flatMap((comment) => {
    const lines = comment
      .replace(/^\/\*\*|\*\/$/g, '')
      .split('\n')
      .map((line) => line.replace(/^\s*\* ?/, ''));
    return lines
      .join('\n')
      .split(/^@(?=\w)/m)
      .filter((part) => part.startsWith('example'))
      .map((part) => part.slice('example'.length).trim());
  });
};

/** The TypeScript of a page that can stand alone. */
const blocksOf = (page: string): readonly string[] =>
  [...readFileSync(join(ROOT, 'docs', page), 'utf8').matchAll(/^```ts\n(import [\s\S]*?)^```/gm)].map(
    ([, code]) => code!,
  );

const pages = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.md'),
);

it('every example in the documentation compiles unchanged', () => {
  const examples = [
    ...sources.flatMap((file) => examplesIn(file).map((code, i) => [file, code, i] as const)),
    ...pages.flatMap((page) => blocksOf(page).map((code, i) => [page, code, i] as const)),
  ].map(([file, code, i]) => [`${file.replace(/[\\/]/g, '-')}-${i}.mts`, `${code}\n`] as const);
  expect(examples.length).toBeGreaterThan(12);
  for (const [name, code] of examples)
    expect([name, code]).toEqual([name, expect.stringMatching(/^import /)]);
  const tsconfig = {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions: {
      paths: {
        r2med: [join(ROOT, 'src/index.ts')],
        'r2med/*': [join(ROOT, 'src/*/public.ts')],
        zod: [join(ROOT, 'node_modules/zod/index.d.ts')],
      },
      typeRoots: [join(ROOT, 'node_modules/@types')],
    },
    include: ['*.mts'],
  };
  const folder = writtenFolder({
    'tsconfig.json': JSON.stringify(tsconfig),
    ...Object.fromEntries(examples),
  });
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
    encoding: 'utf8',
  });
  expect([status, stdout, stderr]).toEqual([0, '', '']);
});

it('the code of docs/reference/build-steps.md and docs/guides/review.md builds the example and reads its review', () => {
  const cwd = temporaryFolder();
  symlinkSync(join(ROOT, 'examples'), join(cwd, 'examples'));
  // A package may import itself by name from within its own folder.
  const inside = join(ROOT, 'dist/.examples');
  mkdirSync(inside, { recursive: true });
  const run = (code: string): string => {
    const file = join(inside, 'example.mts');
    writeFileSync(file, code);
    const args = ['--import', import.meta.resolve('tsx'), file];
    return execFileSync(process.execPath, args, { cwd, encoding: 'utf8' });
  };
  try {
    const [plan, ownStep] = blocksOf('reference/build-steps.md');
    const planned = run(plan!);
    expect(planned).toContain('review 186 45\n');
    expect(planned).toContain('reason done\n');
    expect(planned).toContain('assemble missing\n');
    expect(run(ownStep!)).toContain("step: 'paragraphs'");
    cpSync(join(ROOT, 'examples/build/review'), join(cwd, 'build/review'), { recursive: true });
    const [, reading] = blocksOf('guides/review.md');
    expect(run(reading!)).toMatch(/^\{[^}]*all: 45,[\s\S]* overturned$/m);
    expect(readdirSync(join(cwd, 'review-export'))).toContain('trail.jsonl');
  } finally {
    rmSync(inside, { recursive: true, force: true });
  }
});
