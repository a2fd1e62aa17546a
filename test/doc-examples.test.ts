import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { writtenFolder } from './written-folder.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

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

it('every example in the documentation of the code compiles unchanged', () => {
  const examples = sources.flatMap((file) =>
    examplesIn(file).map((code, i) => [`${file.replace(/[\\/]/g, '-')}-${i}.mts`, `${code}\n`] as const),
  );
  expect(examples.length).toBeGreaterThan(8);
  for (const [name, code] of examples)
    expect([name, code]).toEqual([name, expect.stringMatching(/^import /)]);
  const tsconfig = {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions: {
      paths: { r2med: [join(ROOT, 'src/index.ts')], 'r2med/*': [join(ROOT, 'src/*/public.ts')] },
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
