import { own } from '../../core/index.js';
import { sizeCategory, spdxId } from '../metadata/index.js';
import type { SplitFigures } from './figures.js';
import { samplers } from './samplers/index.js';
import type { NanoSettings } from './settings.js';
import type { SourceCard } from './source-card.js';

export interface CardSplit {
  readonly split: string;
  readonly task: string;
  readonly source: SourceCard;
  readonly figures: SplitFigures;
}

/** The dataset card: front matter for the hub's viewer, the profile, how it was made, rights and citation. */
export const card = (
  settings: NanoSettings,
  configs: readonly string[],
  splits: readonly CardSplit[],
): string =>
  `${[
    frontMatter(configs, splits),
    `# ${settings.name}`,
    introduction(settings, splits),
    '## Profile',
    profile(splits),
    legend(settings, splits),
    '## Configs',
    configTable(settings, configs),
    '## Rules',
    rules(settings),
    '## Source, licence, citation',
    ...rights(splits),
  ].join('\n\n')}\n`;

const licencesOf = (splits: readonly CardSplit[]): readonly string[] => [
  ...new Set(splits.map(({ source }) => source.licence?.toLowerCase() ?? 'unknown')),
];

/** YAML takes JSON's strings; plain words need no quotes. */
const scalar = (text: string): string => (/^[A-Za-z][\w.-]*$/.test(text) ? text : JSON.stringify(text));

const frontMatter = (configs: readonly string[], splits: readonly CardSplit[]): string => {
  const licences = licencesOf(splits);
  const lines = configs.flatMap((config) => [
    `- config_name: ${config}`,
    '  data_files:',
    ...splits.flatMap(({ split }) => [`  - split: ${split}`, `    path: ${config}/${split}.parquet`]),
  ]);
  const licence =
    licences.length === 1
      ? [`license: ${scalar(licences[0]!)}`]
      : ['license:', ...licences.map((each) => `- ${scalar(each)}`)];
  const documents = splits.reduce((sum, { figures }) => sum + figures.documents, 0);
  return [
    '---',
    ...licence,
    'size_categories:',
    `- ${sizeCategory(documents)}`,
    'task_categories:',
    '- text-retrieval',
    'configs:',
    ...lines,
    '---',
  ].join('\n');
};

const introduction = ({ queries, documents }: NanoSettings, splits: readonly CardSplit[]): string =>
  `${splits.length === 1 ? 'A retrieval task' : `${splits.length} retrieval tasks`}, cut down to at most ` +
  `${whole(queries)} queries and ${whole(documents)} documents${splits.length === 1 ? '' : ' each'}. Made with ` +
  `\`r2med nano build\` by the rules of HAKARI-Bench's Nano sets; \`manifest.json\` has the settings and the hash of every file.`;

const whole = (count: number): string => count.toLocaleString('en-US');

const profile = (splits: readonly CardSplit[]): string => {
  const systems = splits[0]!.figures.lists.map(({ config }) => config);
  const measures = ['nDCG@10', 'Hit@10', 'MicroRecall@100'] as const;
  const heads = measures.flatMap((measure) => systems.map((config) => `${config} ${measure}`));
  const row = ({ split, figures }: CardSplit): readonly string[] => [
    split,
    whole(figures.queries),
    whole(figures.documents),
    whole(figures.positives),
    (figures.positives / figures.queries).toFixed(2),
    figures.queryCharacters.toFixed(1),
    figures.documentCharacters.toFixed(1),
    ...measures.flatMap((measure) => figures.lists.map((list) => list[measure].toFixed(4))),
    whole(figures.lists.reduce((sum, { safeguards }) => sum + safeguards, 0)),
  ];
  const names = ['Split', 'Queries', 'Documents', 'Positives', 'Per query', 'Query chars', 'Document chars'];
  return markdown([...names, ...heads, 'Safeguards'], splits.map(row));
};

const legend = ({ hybridDepth }: NanoSettings, splits: readonly CardSplit[]): string => {
  const fused = splits[0]!.figures.lists.length > 1;
  return (
    'Lengths are means in characters. MicroRecall@100 is positives found over all positives of the split, not a mean over queries.' +
    (fused
      ? ` Safeguards are lists in which no positive stands among the first ${hybridDepth}; they do not count in the figures.`
      : '')
  );
};

const COLUMNS: Readonly<Record<string, string>> = {
  corpus: '`_id`, `text`',
  queries: '`_id`, `text`',
  qrels: '`query-id`, `corpus-id`: the positives',
};

const configTable = ({ depth, hybridDepth, rrfK }: NanoSettings, configs: readonly string[]): string => {
  const about = (config: string): string => {
    const fixed = own(COLUMNS, config);
    if (fixed) return fixed;
    const what =
      config === 'bm25'
        ? `BM25 as HAKARI-Bench computes it (\`bm25-hakari\`), top ${whole(depth)}`
        : config === 'reranking_hybrid'
          ? `both fused by reciprocal ranks (k = ${rrfK}), top ${hybridDepth}; where no positive is among them, one is added as candidate ${hybridDepth + 1}`
          : `dense, top ${whole(depth)}`;
    return `\`query-id\`, \`corpus-ids\`: ${what}`;
  };
  const rows = configs.map((config) => [`\`${config}\``, about(config)]);
  return markdown(['Config', 'Columns'], rows);
};

const rules = ({ sampler, seed, queries, documents, depth }: NanoSettings): string =>
  [
    `1. Queries in source order, without those that have no positive, no text or a text already taken; ${whole(queries)} at most.`,
    `2. Documents, ${whole(documents)} at most (sampler \`${sampler}\`): ${samplers[sampler].about}. Empty texts and exact repeats of a text are left out; of a repeated id the first row counts.`,
    samplers[sampler].order === 'as-kept'
      ? '3. Positives stand first in the corpus: a ranker that breaks ties by position gains. Break ties by id.'
      : '3. Documents stand in the order of the source, so that their position says nothing.',
    `4. At most ${whole(depth)} positives per query; queries whose positives were not kept are removed.`,
    '5. Texts are trimmed; title and body are joined by a blank line where both exist and differ.',
    `6. Candidates: score down, then id up. The seed is ${seed}.`,
  ].join('\n');

const rights = (splits: readonly CardSplit[]): readonly string[] => {
  const table = markdown(
    ['Split', 'Task', 'Source', 'Licence', 'SPDX'],
    splits.map(({ split, task, source: { origin, licence = 'unknown' } }) => [
      ...[split, task, origin, licence, spdxId(licence)],
    ]),
  );
  const citations = [
    ...new Set(splits.flatMap(({ source }) => (source.citation ? [source.citation] : []))),
  ].map((citation) =>
    citation.trimStart().startsWith('@') ? `\`\`\`bibtex\n${citation}\n\`\`\`` : citation,
  );
  return [table, ...(citations.length > 0 ? citations : ['Citation: unknown.'])];
};

const markdown = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
};

const cell = (text: string): string => text.replace(/\|/g, '\\|').replace(/\s+/g, ' ');
