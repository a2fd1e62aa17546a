// docs/images/field.svg: published means of R2MED over time with the recipes on it; and its caption, between `<!-- field -->` and
// `<!-- end of field -->`, in README.md and the guide of recipes. No score or date that is not in data/published is drawn.
import { dirname, relative } from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { tsImport } from 'tsx/esm/api';

const load = (path) => tsImport(`../../src/${path}`, import.meta.url);
const { FieldChart, paperPalette, screenPalette } = await load('analysis/charts/index.ts');
const { recordsOf } = await load('analysis/charts/over-time.tsx');
const { framed } = await load('analysis/export/draw-charts.tsx');
const { tabulatePublished } = await load('analysis/leaderboard/index.ts');
const { readRecipes } = await load('experiment/plans/index.ts');
const { publishedEntries } = await load('experiment/results/index.ts');
const { suite: suiteOf } = await load('tasks/index.ts');

const MEASURE = 'nDCG@10';
const TOKENS = 'src/web/page/styles/tokens.css';
const PICTURE = 'docs/images/field.svg';
const PAGES = ['README.md', 'docs/guides/experiments.md'];
const KINDS = { retriever: 'retriever', gar: 'generated', reranker: 'reranked' };

/** Each colour of paper with the page's dark one. */
const darkColours = (tokens, paper = paperPalette, screen = screenPalette) =>
  Object.entries(paper).flatMap(([part, colour]) => {
    if (typeof colour === 'object') return darkColours(tokens, colour, screen[part]);
    const [, dark] = new RegExp(`dark"\\][\\s\\S]*${screen[part].slice(4, -1)}: (#\\w+)`).exec(tokens) ?? [];
    return dark === undefined ? [] : [[colour, dark]];
  });

/** Readers with a dark page see the page's dark colours. */
const inBothThemes = (svg, tokens) => {
  const rules = [...new Map(darkColours(tokens))].flatMap(([paper, dark]) =>
    ['fill', 'stroke'].map((of) => `[${of}="${paper}"]{${of}:${dark}}`),
  );
  return svg.replace('>', `>\n<style>@media (prefers-color-scheme: dark){${rules.join('')}}</style>`);
};

const code = (names) => names.map((name) => `\`${name}\``).join(', ');

/** Two sources may print one name; the score says which row a recipe follows. */
const follows = ({ recipe: { published } }, { entry, mean }) =>
  published?.system === entry.name && published.score.toFixed(2) === (100 * mean).toFixed(2);

const caption = ({ drawn, undated, unscored }, page) => `
![Mean ${MEASURE} of published systems on R2MED by date, the best so far as steps, and the recipes that follow them](${relative(dirname(page), PICTURE)})

${drawn} published means over all eight tasks of R2MED, each at the date of its first publication; the line is the best so far. Figures are those of the version that was read. ${undated} more rows have no known
date and are left out. A [recipe](${page === 'README.md' ? 'docs/guides/experiments.md' : ''}#recipes) follows each filled mark; the scores are those of the authors, not reproduced here. Recipes without a published score:
${code(unscored)}.
`;

export const write = async ({ read }) => {
  const rows = tabulatePublished(publishedEntries('r2med'), {
    measure: MEASURE,
    tasks: suiteOf('r2med').tasks,
  }).filter(({ mean }) => mean !== undefined);
  const recipes = (await readRecipes()).sort((a, b) => (a.name < b.name ? -1 : 1));
  const dated = rows.filter(({ entry }) => entry.date !== undefined);
  const points = dated.map((row) => ({
    key: row.entry.id,
    name: row.entry.name,
    kind: KINDS[row.entry.kind],
    own: false,
    date: row.entry.date,
    score: row.mean,
    recipe: recipes.find((recipe) => follows(recipe, row))?.name,
  }));
  const scored = recipes.filter(({ recipe }) => recipe.published);
  const facts = {
    drawn: dated.length,
    undated: rows.length - dated.length,
    unscored: recipes.filter((each) => !scored.includes(each)).map(({ name }) => name),
  };
  const chart = createElement(FieldChart, {
    points,
    measure: `mean ${MEASURE}`,
    label: 'R2MED: published systems by date, the best so far, and the [recipes] that follow them',
    palette: paperPalette,
  });
  const picture = inBothThemes(framed(renderToStaticMarkup(chart)), read(TOKENS));
  // A name that finds no room is left out of a chart. Of these none may be.
  const named = [
    ...scored.map(({ name }) => `[${name}]</text>`),
    ...recordsOf(points).map(({ score }) => `>${(100 * score).toFixed(2)} `),
  ];
  const absent = named.filter((text) => !picture.includes(text));
  if (absent.length > 0) throw new Error(`the chart has no room for ${absent.join(', ')}`);
  const pages = PAGES.map((page) => [
    page,
    read(page).replace(
      /(<!-- field -->\n)[\s\S]*?(<!-- end of field -->)/,
      (_, begin, end) => `${begin}${caption(facts, page)}\n${end}`,
    ),
  ]);
  return { [PICTURE]: picture, ...Object.fromEntries(pages) };
};
