// docs/reference/reproduction.md: every published nDCG@10, task by task, with ours where `r2med reproduce --all` was run and its
// reproduction.json was put into data/reproduced/. Where it was not run, the page says what it needs; no figure is made up.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const MEASURE = 'nDCG@10';

const json = (path) => JSON.parse(readFileSync(path, 'utf8'));
const jsonFiles = (folder) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .sort()
    : [];

/** What a row needs that does not come with the package. */
const needs = ({ kind, system, retriever, reranker, method, llm }) => {
  if (system.startsWith('stored:')) return 'the Nano set';
  const model = retriever === 'bm25' ? [] : [retriever];
  const texts = kind === 'gar' ? [`the texts of ${method} by ${llm}`] : [];
  return ['the corpora', ...texts, ...model, ...(reranker ? [reranker] : [])].join(', ');
};

const REASONS = { same: 'same to the printed decimals', higher: 'to be explained', lower: 'to be explained' };

const rowsOf = ({ source, decimals, systems }, ours) =>
  systems.flatMap((row) =>
    Object.entries(row.scores).flatMap(([task, scores]) => {
      const published = scores[MEASURE];
      if (published === undefined) return [];
      const found = ours.get([source, row.system, task].join('\n'));
      return [
        [
          task,
          `\`${row.system}\``,
          published.toFixed(decimals),
          found ? found.ours.toFixed(decimals) : '–',
          found ? (found.ours - published).toFixed(decimals) : '–',
          found ? REASONS[found.verdict] : `not run: needs ${needs(row)}`,
        ],
      ];
    }),
  );

const line = (cells) => `| ${cells.join(' | ')} |`;

export const write = ({ root }) => {
  const published = join(root, 'data/published');
  const reproduced = join(root, 'data/reproduced');
  const comparisons = jsonFiles(reproduced).flatMap((name) => json(join(reproduced, name)).comparisons);
  const ours = new Map(
    comparisons
      .filter(({ measure }) => measure === MEASURE)
      .map((each) => [[each.source, each.system, each.task].join('\n'), each]),
  );
  const sources = jsonFiles(published)
    .filter((name) => name !== 'papers.json')
    .map((name) => json(join(published, name)));
  const sections = sources.map((source) => {
    const rows = rowsOf(source, ours);
    return [
      `## ${source.source}`,
      '',
      `From ${source.from}: ${rows.length} scores, ${rows.filter((cells) => cells[3] !== '–').length} of them run here.`,
      '',
      line(['Task', 'Method', 'Published', 'Ours', 'Difference', 'Reason']),
      '|---|---|---|---|---|---|',
      ...rows.map(line),
    ].join('\n');
  });
  const head = `# Reproduction matrix

Written by \`npm run write -- reproduction\` from \`data/published/\` and \`data/reproduced/\`. Every row is one published ${MEASURE}.
"Ours" is a figure of \`r2med reproduce\`; where it was not run, the reason says what the row needs. No figure is copied from the published column.

\`\`\`sh
r2med reproduce --suite r2med --all --out reproduced
\`\`\`

The command writes \`reproduced/reproduction.json\`. Put it into \`data/reproduced/\` under any name, and write the page again.`;
  return { 'docs/reference/reproduction.md': `${[head, ...sections].join('\n\n')}\n` };
};
