import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';

const contents = JSON.parse(readFileSync(new URL('../contents.json', import.meta.url), 'utf8'));

export default defineConfig({
  title: 'r2med',
  description: 'The R2MED benchmark as software: reasoning-driven medical retrieval',
  srcDir: '.pages',
  srcExclude: ['public/**'],
  // Copies of files of the repository are no pages; the builder has looked for each of them.
  ignoreDeadLinks: [/^\/files\//],
  // Placeholders such as {{TEXT}} and <name> in the pages are text, not components.
  markdown: { html: false, config: (markdown) => markdown.use(plainBraces) },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: Object.entries(contents).map(([text, pages]) => ({
      text,
      collapsed: text.startsWith('Guides') ? false : undefined,
      items: Object.entries(pages).map(([name, title]) => ({
        text: title,
        link: name === 'index' ? '/' : `/${name}`,
      })),
    })),
    footer: { message: 'A research tool, not a clinical decision system.' },
  },
});

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
