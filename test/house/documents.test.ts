import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const page = (name: string): string => readFileSync(join(ROOT, name), 'utf8');

it('the site has every page of the documentation, once', () => {
  const contents = JSON.parse(page('site/contents.json')) as Record<string, Record<string, string>>;
  const listed = Object.values(contents).flatMap((group) => Object.keys(group));
  const pages = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  );
  expect(listed.toSorted()).toEqual(
    [
      'index',
      'reference/prompts',
      'background/speed',
      ...pages.map((name) => name.replace(/\.\w+$/, '')),
    ].toSorted(),
  );
});

it('a page of the documentation that code, data or a page names is there', () => {
  const files = [
    'src',
    'data',
    'test',
    'docs',
    'scripts',
    'site',
    'examples',
    'python',
    'action',
    'templates',
  ].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  const named = [...files, ...readdirSync(ROOT)]
    // Goldens, modules and what was published elsewhere speak of other repositories.
    .filter(
      (file) =>
        /\.(md|ts|tsx|js|json|txt|yml|yaml|py)$/.test(file) &&
        !/golden|node_modules|published|\.pages/.test(file),
    )
    .flatMap((file) =>
      [
        ...page(file).matchAll(
          /(?<![\w/-])(?<!vllm, (?:.* and )?)((?:\.\.\/)*docs\/[\w/-]+\.(?:md|txt|png))/g,
        ),
      ].map(([, path]) => `${file}: ${path!.replace(/^(\.\.\/)+/, '')}`),
    );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((line) => !existsSync(join(ROOT, line.split(': ')[1]!)))).toEqual([]);
});

it.each(['docs/background/claims.md', 'SECURITY.md'])('%s names tests and folders that are there', (name) => {
  const named = [...page(name).matchAll(/`(?:[^`]* )?((?:test|src|bench)\/[\w./-]+)[^`]*`/g)].map(
    ([, path]) => path!,
  );
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

it('docs/reference/troubleshooting.md names errors that the program has', () => {
  const texts = [...page('docs/reference/troubleshooting.md').matchAll(/^\| `([^`]+)` \|/gm)].map(
    ([, text]) => text!,
  );
  expect(texts.length).toBeGreaterThan(15);
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => page(join('src', file)))
    .join('\n');
  expect(texts.filter((text) => !sources.includes(text))).toEqual([]);
});

it('CITATION.cff has the version of the package', () => {
  const { version } = JSON.parse(page('package.json')) as { version: string };
  expect(page('CITATION.cff')).toContain(`\nversion: ${version}\n`);
});
