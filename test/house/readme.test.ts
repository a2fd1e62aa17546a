import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { r2med, temporaryFolder } from '../support/command.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const page = (name: string): string => readFileSync(join(ROOT, name), 'utf8');

/** The fenced blocks of a page in one language. */
const blocks = (text: string, language: string): readonly string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, block]) => block!);

/** The calls of a `console` block with what the page says they print. */
const calls = (block: string): readonly { readonly args: readonly string[]; readonly printed: string }[] =>
  block
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [line = '', ...printed] = part.split('\n');
      const words = line.match(/"[^"]*"|\S+/g)!.map((word) => word.replace(/^"|"$/g, ''));
      return { args: words.slice(1), printed: printed.join('\n').trim() };
    });

it('the tour of the README prints what it says', async () => {
  const cwd = temporaryFolder();
  for (const folder of ['data', 'examples']) symlinkSync(join(ROOT, folder), join(cwd, folder));
  const env = { R2MED_HOME: join(cwd, 'home') };
  const tour = blocks(page('README.md'), 'console').flatMap(calls);
  expect(tour.length).toBeGreaterThanOrEqual(2);
  for (const { args, printed } of tour) {
    const { code, stdout, stderr } = await r2med(args, { cwd, env });
    expect([args.join(' '), code, stderr]).toEqual([args.join(' '), 0, expect.any(String)]);
    expect(stdout.trim()).toBe(printed);
  }
});

it('the library example of the README is the one in examples/, compiles and runs', () => {
  const example = page('examples/first-steps.ts');
  expect(blocks(page('README.md'), 'ts')).toContain(example);
  // A package may import itself by name from within its own folder.
  const folder = join(ROOT, 'dist', '.readme');
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(join(folder, 'example.js'), example);
    const printed = execFileSync(process.execPath, [join(folder, 'example.js')], { encoding: 'utf8' });
    expect(printed).toMatch(/^bm25 0\.\d{3} \d\.\d{3}\nhyde\(sample-writer\) > bm25 \d\.\d{3} \d\.\d{3}\n$/);
    expect(page('README.md')).toContain(printed);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('links between pages of the repository lead to a file, and to a heading of it', () => {
  const pages = [
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ];
  const dead = pages.flatMap((name) =>
    [...page(name).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?/g)].flatMap(([, target, heading]) => {
      const to = target ? join(dirname(name), target) : name;
      if (!existsSync(join(ROOT, to))) return [`${name}: ${target}`];
      if (!heading || !to.endsWith('.md') || headingsOf(page(to)).has(heading)) return [];
      return [`${name}: ${target}#${heading}`];
    }),
  );
  expect(dead).toEqual([]);
});

/** As GitHub and the site name them. */
const headingsOf = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
      title!
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
