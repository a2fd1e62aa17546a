// Builds the documentation as a site: node site/build.js [folder]. The pages are docs/**/*.md as they are; contents.json says their order.
// A page that contents.json lacks, one that is not there, a link that leads nowhere or to no heading, and anything loaded from elsewhere are errors.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiPages } from './api-pages.js';
import { checkSite } from './check-site.js';

const site = dirname(fileURLToPath(import.meta.url));
const root = dirname(site);
const out = resolve(process.argv[2] ?? join(root, 'dist-docs'));
const pages = join(site, '.pages');
/** Files of the repository that pages lead to are part of the site. */
const files = join(pages, 'public', 'files');

/** Pages that are files outside of docs/. */
const ELSEWHERE = {
  index: 'README.md',
  'reference/prompts': 'data/prompts/README.md',
  'background/speed': 'bench/RESULTS.md',
};

const contents = JSON.parse(readFileSync(join(site, 'contents.json'), 'utf8'));
const listed = Object.values(contents).flatMap((group) => Object.keys(group));
const written = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => name.slice(0, -3));

const wrong = [
  ...written
    .filter((name) => !listed.includes(name))
    .map((name) => `docs/${name}.md is not in site/contents.json`),
  ...listed
    .filter((name) => !ELSEWHERE[name] && !written.includes(name))
    .map((name) => `site/contents.json names docs/${name}.md, which is not there`),
];
if (wrong.length > 0) throw new Error(wrong.join('\n'));

/** Marks for tests and generated parts are no text for readers, and what programs print has no grammar to colour. */
const withoutMarks = (text) => text.replace(/^<!--.*?-->\n/gm, '').replace(/^```(?:console|text)$/gm, '```');

/** Of a picture of the page in light colours there is one in dark colours: readers see that of their own. */
const inBothColours = (text) =>
  text.replace(/^!\[([^\]]*)\]\((\S*)-light-desktop\.png\)$/gm, (light, name, path) =>
    existsSync(join(root, 'docs', `${path}-dark-desktop.png`))
      ? `${light}{.in-light}\n![${name}](${path}-dark-desktop.png){.in-dark}`
      : light,
  );

/** A link of a page in the folder `from`: to another page, or to a copy of the file, which must be there. */
const withFiles = (text, from) =>
  text.replace(/\]\((?!https?:|mailto:|#)([^)#\s]+)(#[^)\s]*)?\)/g, (_, target, part = '') => {
    const path = join(from, target);
    if (!existsSync(join(root, path)))
      throw new Error(`a page of ${from} leads to ${path}, which is not there`);
    if (path === 'docs/api.txt') return '](/api/r2med)';
    const elsewhere = Object.keys(ELSEWHERE).find((name) => ELSEWHERE[name] === path);
    if (elsewhere) return `](/${elsewhere.replace(/^index$/, '')}${part})`;
    if (path.startsWith('docs/')) return `](/${path.slice('docs/'.length)}${part})`;
    cpSync(join(root, path), join(files, path), { recursive: true });
    return `](/files/${path}${path.endsWith('.md') ? '' : part}){target="_blank"}`;
  });

rmSync(pages, { recursive: true, force: true });
mkdirSync(files, { recursive: true });
const sources = { ...Object.fromEntries(written.map((name) => [name, `docs/${name}.md`])), ...ELSEWHERE };
for (const [name, path] of Object.entries(sources)) {
  mkdirSync(dirname(join(pages, name)), { recursive: true });
  writeFileSync(
    join(pages, `${name}.md`),
    inBothColours(withFiles(withoutMarks(readFileSync(join(root, path), 'utf8')), dirname(path))),
  );
}
cpSync(join(root, 'docs', 'images'), join(pages, 'images'), { recursive: true });
cpSync(join(root, 'src', 'web', 'page', 'icon.svg'), join(pages, 'public', 'icon.svg'));
const api = apiPages(root);
for (const [name, { text }] of Object.entries(api)) {
  mkdirSync(dirname(join(pages, name)), { recursive: true });
  writeFileSync(join(pages, `${name}.md`), text);
}
// What config.js makes the menus of.
const titles = Object.fromEntries(Object.entries(api).map(([name, { title }]) => [name, title]));
writeFileSync(join(pages, 'contents.json'), JSON.stringify({ ...contents, 'Public names': titles }));

execFileSync(
  process.execPath,
  [join(site, 'node_modules', 'vitepress', 'bin', 'vitepress.js'), 'build', site, '--outDir', out],
  { stdio: 'inherit' },
);
const defects = checkSite(out);
if (defects.length > 0) throw new Error(defects.join('\n'));
console.log(
  `the site is in ${out}; look at it with: npx --prefix site vitepress preview site --outDir ${out}`,
);
