// Builds the documentation as a site: node site/build.js [folder]. The pages are docs/*.md as they are; contents.json says their order.
// A page that contents.json lacks, one that is not there, and a link that leads nowhere are errors.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const site = dirname(fileURLToPath(import.meta.url));
const root = dirname(site);
const out = resolve(process.argv[2] ?? join(root, 'dist-docs'));
const pages = join(site, '.pages');
/** Files of the repository that pages lead to are part of the site. */
const files = join(pages, 'public', 'files');

const contents = JSON.parse(readFileSync(join(site, 'contents.json'), 'utf8'));
const listed = Object.values(contents).flatMap((group) => Object.keys(group));
const written = readdirSync(join(root, 'docs'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => name.slice(0, -3));

const wrong = [
  ...written
    .filter((name) => !listed.includes(name))
    .map((name) => `docs/${name}.md is not in site/contents.json`),
  ...listed
    .filter((name) => name !== 'index' && name !== 'api' && !written.includes(name))
    .map((name) => `site/contents.json names docs/${name}.md, which is not there`),
];
if (wrong.length > 0) throw new Error(wrong.join('\n'));

/** A link out of docs/ becomes one to a copy of the file, which must be there. A folder, and a page of the source, is named without a link. */
const withFiles = (text, from) =>
  text.replace(/\]\(((?:\.\.\/|docs\/|[\w-]+\/)[^)#\s]*)(#[^)\s]*)?\)/g, (link, target, part = '') => {
    if (/^(?:https?|files)/.test(target) || target.startsWith('images/')) return link;
    const path = normalize(join(from, target));
    if (path.startsWith('docs/')) return `](./${path.slice(5)}${part})`;
    if (!existsSync(join(root, path))) throw new Error(`a page leads to ${path}, which is not there`);
    cpSync(join(root, path), join(files, path), { recursive: true });
    return `](/files/${path}${path.endsWith('.md') ? '' : part}){target="_blank"}`;
  });

rmSync(pages, { recursive: true, force: true });
mkdirSync(files, { recursive: true });
for (const name of written)
  writeFileSync(
    join(pages, `${name}.md`),
    withFiles(readFileSync(join(root, 'docs', `${name}.md`), 'utf8'), 'docs'),
  );
cpSync(join(root, 'docs', 'images'), join(pages, 'images'), { recursive: true });
writeFileSync(
  join(pages, 'index.md'),
  withFiles(readFileSync(join(root, 'README.md'), 'utf8').replaceAll('](docs/images/', '](images/'), '.'),
);
const api = readFileSync(join(root, 'docs', 'api.txt'), 'utf8');
writeFileSync(
  join(pages, 'api.md'),
  `# Public names\n\nEvery name that users can import, with its signature, as the compiler sees it.\n\n\`\`\`ts\n${api}\n\`\`\`\n`,
);

execFileSync(
  process.execPath,
  [join(site, 'node_modules', 'vitepress', 'bin', 'vitepress.js'), 'build', site, '--outDir', out],
  { stdio: 'inherit' },
);
console.log(
  `the site is in ${out}; look at it with: npx --prefix site vitepress preview site --outDir ${out}`,
);
