import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const page = (name: string): string => readFileSync(join(ROOT, name), 'utf8');

it('the site has every page of the documentation, once', () => {
  const contents = JSON.parse(page('site/contents.json')) as Record<string, Record<string, string>>;
  const listed = Object.values(contents).flatMap((group) => Object.keys(group));
  const pages = readdirSync(join(ROOT, 'docs')).filter((name) => /\.(md|txt)$/.test(name));
  expect(listed.toSorted()).toEqual(['index', ...pages.map((name) => name.replace(/\.\w+$/, ''))].toSorted());
});

it.each(['docs/claims.md', 'SECURITY.md'])('%s names tests and folders that are there', (name) => {
  const named = [...page(name).matchAll(/`(?:[^`]* )?((?:test|src|bench)\/[\w./-]+)[^`]*`/g)].map(
    ([, path]) => path!,
  );
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

it('docs/questions.md names errors that the program has', () => {
  const texts = [...page('docs/questions.md').matchAll(/^\| `([^`]+)` \|/gm)].map(([, text]) => text!);
  expect(texts.length).toBeGreaterThan(4);
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => page(join('src', file)))
    .join('\n');
  expect(texts.filter((text) => !sources.includes(text))).toEqual([]);
});

it('CITATION.cff has the version of the package', () => {
  const { version } = JSON.parse(page('package.json')) as { version: string };
  expect(page('CITATION.cff')).toContain(`\nversion: ${version}\n`);
});
