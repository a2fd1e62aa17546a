import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';

const contents = JSON.parse(readFileSync(new URL('../.pages/contents.json', import.meta.url), 'utf8'));
const linkTo = (name) => (name === 'index' ? '/' : `/${name}`);
const first = (group) => linkTo(Object.keys(contents[group])[0]);

export default defineConfig({
  title: 'r2med',
  description: 'The R2MED benchmark as software: reasoning-driven medical retrieval',
  head: [['link', { rel: 'icon', href: '/icon.svg' }]],
  srcDir: '.pages',
  srcExclude: ['public/**'],
  // Copies of files of the repository are no pages; the builder has looked for each of them.
  ignoreDeadLinks: [/^\/files\//],
  // Placeholders such as {{TEXT}} and <name> in the pages are text, not components.
  markdown: { html: false, anchor: { slugify }, config: (markdown) => markdown.use(plainBraces) },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Guides', link: first('Guides: data and systems'), activeMatch: '^/guides/' },
      { text: 'Reference', link: first('Reference'), activeMatch: '^/reference/' },
      { text: 'Library', link: first('Public names'), activeMatch: '^/api/' },
      { text: 'Background', link: first('Background'), activeMatch: '^/background/' },
    ],
    sidebar: Object.entries(contents).map(([text, pages]) => ({
      text,
      collapsed: text === 'Start here' ? undefined : true,
      items: Object.entries(pages).map(([name, title]) => ({ text: title, link: linkTo(name) })),
    })),
    footer: { message: 'A research tool, not a clinical decision system.' },
  },
});

/** The anchor of a heading as the repository's own pages have it, so that a link works in both. */
function slugify(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

/** Vue reads `{{ … }}` in text as code: here it is text. */
function plainBraces(markdown) {
  for (const rule of ['text', 'code_inline']) {
    const render = markdown.renderer.rules[rule];
    markdown.renderer.rules[rule] = (...given) =>
      (render ? render(...given) : markdown.utils.escapeHtml(given[0][given[1]].content)).replaceAll(
        '{{',
        '&#123;&#123;',
      );
  }
}
