import { isListed, sizeCategory } from '../../metadata/index.js';
import { datasheetRows } from '../release/datasheet.js';
import { partLicences } from '../release/part-licences.js';
import type { StepReport } from '../step.js';
import { auditSection, repairSection } from './card-audit.js';
import { type CardFacts, cardTable, line } from './card-facts.js';
import { reviewSection } from './card-review.js';
import { PARQUET_CONFIGS } from './layouts.js';
import { decidersOf } from './provenance.js';
import type { ReleaseStatistics, ReleaseTask } from './release-task.js';
import { judgesOf, poolOf } from './step-facts.js';

/** The dataset card, in the order of a datasheet: what it is, how it was made, who decided, what is known to be wrong, terms. */
export const card = (facts: CardFacts): string =>
  `${[
    frontMatter(facts),
    `# ${line(facts.name)} ${facts.version}`,
    ...(facts.about ? [line(facts.about)] : []),
    `Made with \`r2med build\`. Content: \`${facts.contentHash.slice(0, 16)}\`; \`release.json\` has the hash of every file.`,
    '## Tasks',
    tasksTable(facts.statistics),
    bodySystems(facts.statistics),
    '## Datasheet',
    datasheetTable(facts),
    '## How it was made',
    stagesTable(facts.reports),
    'In, out and held back are counted in the unit of each step. `provenance/` has every query with its source, the words removed and added, every decision with model, prompt hash, seed and raw reply, and every document with its source and licence.',
    '## Who decided',
    decidersTable(facts.tasks),
    ...judgeFacts(facts),
    '## Review by experts',
    ...reviewSection(facts),
    '## Audit',
    ...auditSection(facts),
    ...repairSection(facts),
    '## Personal data',
    personalData(facts.reports),
    '## Excluded documents',
    excludedText(facts),
    '## Sources and licences',
    licenceTable(facts.tasks),
    partTable(facts),
    '## Citation',
    ...citation(facts),
    '## Use',
    useText(facts),
  ].join('\n\n')}\n`;

/** YAML takes JSON's strings; plain words need no quotes. */
const scalar = (text: string): string => (/^[A-Za-z][\w.-]*$/.test(text) ? text : JSON.stringify(line(text)));

/** The hub's names of licences are SPDX's in small letters; it calls all others `other`. */
const hubLicences = ({ tasks, datasheet }: CardFacts): readonly string[] => [
  ...new Set(
    partLicences(tasks, datasheet)
      .flatMap(({ ids }) => ids)
      .map((id) => (isListed(id) ? id.toLowerCase() : 'other')),
  ),
];

const frontMatter = (facts: CardFacts): string =>
  [
    '---',
    `pretty_name: ${scalar(facts.name)}`,
    'license:',
    ...hubLicences(facts).map((licence) => `- ${scalar(licence)}`),
    ...(facts.datasheet.language
      ? ['language:', ...facts.datasheet.language.map((tag) => `- ${scalar(tag)}`)]
      : []),
    'size_categories:',
    `- ${sizeCategory(facts.statistics.reduce((sum, { documents }) => sum + documents, 0))}`,
    'task_categories:',
    '- text-retrieval',
    'configs:',
    ...PARQUET_CONFIGS.flatMap((config) => [
      `- config_name: ${config}`,
      '  data_files:',
      ...facts.tasks.flatMap(({ name }) => [
        `  - split: ${splitOf(name)}`,
        `    path: parquet/${config}/${name}.parquet`,
      ]),
    ]),
    '---',
  ].join('\n');

/** Names of splits have no dashes. */
const splitOf = (task: string): string => task.replace(/\W/g, '_');

const datasheetTable = ({ datasheet, statistics }: CardFacts): string =>
  cardTable(
    [
      [
        'Size',
        statistics
          .map(({ task, queries, documents }) => `${task}: ${queries} queries, ${documents} documents`)
          .join('; '),
      ] as const,
      ...datasheetRows(datasheet),
    ],
    [
      ['Field', ([field]) => field],
      ['Stated by its makers', ([, text]) => line(text) || 'not stated'],
    ],
  );

const partTable = ({ tasks, datasheet }: CardFacts): string =>
  cardTable(partLicences(tasks, datasheet), [
    ['Task', ({ task }) => task],
    ['Part', ({ part }) => part],
    ['SPDX expression', ({ expression }) => expression],
  ]);

const citation = ({ name, version, datasheet }: CardFacts): readonly string[] => {
  const text = datasheet.citation?.trim();
  if (text === undefined) return [`Not stated. Name ${line(name)} ${version} and its content hash.`];
  return [text.startsWith('@') ? `\`\`\`bibtex\n${text.replaceAll('```', '')}\n\`\`\`` : line(text)];
};

const tasksTable = (statistics: readonly ReleaseStatistics[]): string =>
  cardTable(statistics, [
    ['Task', ({ task }) => task],
    ['Queries', ({ queries }) => queries],
    ['Documents', ({ documents }) => documents],
    ['Judgements', ({ judgements }) => judgements],
    ['Relevant per query', ({ relevant: { least, most, mean } }) => `${least} to ${most}, mean ${mean}`],
    ['Left open', ({ excluded }) => excluded],
    ['Query characters', ({ queryCharacters }) => queryCharacters],
    ['Document characters', ({ documentCharacters }) => documentCharacters],
  ]);

const countsText = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

const bodySystems = (statistics: readonly ReleaseStatistics[]): string =>
  statistics.map((each) => `Body systems of ${each.task}: ${countsText(each.bodySystems)}.`).join('\n');

const stagesTable = (reports: readonly StepReport[]): string =>
  cardTable(reports, [
    ['Step', ({ step }) => step],
    ['In', (report) => report.in],
    ['Out', ({ out }) => out],
    ['Held back', ({ held }) => countsText(held) || '–'],
  ]);

const decidersTable = (tasks: readonly ReleaseTask[]): string => {
  const deciders = decidersOf(tasks.flatMap(({ queries }) => queries));
  return deciders.size === 0
    ? 'No decision about a query is recorded.'
    : cardTable(
        [...deciders],
        [
          ['Step', ([step]) => step],
          ['Decided by', ([, who]) => [...who].join('; ')],
        ],
      );
};

const judgeText = ({ name, family, verdicts }: ReturnType<typeof judgesOf>['judges'][number]): string => {
  const more = [
    ...(name === family ? [] : [`family ${family}`]),
    ...(verdicts === undefined ? [] : [`verdicts on ${verdicts} pairs`]),
  ];
  return line(more.length > 0 ? `${name} (${more.join(', ')})` : name);
};

/** Reports hold what their step found out; this is what a reader of scores must know of it. */
const judgeFacts = ({ reports }: CardFacts): readonly string[] => {
  const { judges, rule } = judgesOf(reports);
  const contestants = judges.filter(({ contestant }) => contestant !== undefined);
  const pool = poolOf(reports);
  return [
    ...(judges.length > 0
      ? [`Judges of documents: ${judges.map(judgeText).join(', ')}.${rule ? ` Rule: ${line(rule)}.` : ''}`]
      : []),
    ...contestants.map(
      ({ name, contestant }) =>
        `**The judge ${line(name)} is also a contestant** (${line(contestant!)}): scores of systems that use it may be inflated.`,
    ),
    ...(pool.length > 0
      ? [
          `Candidates were found by ${pool.map(line).join(', ')}. These retrievers are contestants too: what none of them found counts as not relevant.`,
        ]
      : []),
  ];
};

const personalData = (reports: readonly StepReport[]): string => {
  const collect = reports.find(({ step }) => step === 'collect');
  if (!collect)
    return 'The texts were not collected by `r2med build`: whether they name persons was not looked at.';
  return (
    `Every collected text was searched for names, dates, ids and contacts. Held back for what was found: ${collect.held['personal data'] ?? 0}. ` +
    'The search is a help and no guarantee.'
  );
};

const excludedText = ({ statistics, unjudged }: CardFacts): string => {
  const open = statistics.reduce((sum, { excluded }) => sum + excluded, 0);
  return (
    `Pairs of query and document that the judges left open: ${open}. ` +
    (unjudged === 'removed'
      ? 'Such documents are not in the corpus, unless they are relevant for another query; the rest is'
      : 'They are in the corpus, and are') +
    ' listed per query as `excluded_ids`, as BRIGHT does. r2med takes them out of a ranking before it is cut and scored; other programs should do the same.'
  );
};

const licenceTable = (tasks: readonly ReleaseTask[]): string => {
  const rows = new Map<string, { source: string; licence: string; queries: number; documents: number }>();
  const add = (source: string, licence: string, field: 'queries' | 'documents'): void => {
    const key = JSON.stringify([source, licence]);
    const row = rows.get(key) ?? { source, licence, queries: 0, documents: 0 };
    row[field] += 1;
    rows.set(key, row);
  };
  for (const { queries, documents } of tasks) {
    for (const { item } of queries) add(item.origin.source, item.origin.licence, 'queries');
    for (const { origin } of documents) add(origin.source, origin.licence, 'documents');
  }
  return cardTable(
    [...rows.values()],
    [
      ['Source', ({ source }) => source],
      ['Licence', ({ licence }) => licence],
      ['Queries', ({ queries }) => queries],
      ['Documents', ({ documents }) => documents],
    ],
  );
};

const useText = ({ tasks, version }: CardFacts): string => {
  const name = tasks[0]!.name;
  return [
    '```',
    `r2med run --data r2med/${name} --system bm25      # R2MED's layout`,
    `r2med run --data beir/${name} --system bm25       # BEIR's`,
    `r2med run --data 'parquet#${name}' --system bm25  # Parquet`,
    `r2med audit r2med/${name}`,
    '```',
    '',
    'In Python, from this folder or from where it was uploaded to:',
    '',
    '```python',
    'from datasets import load_dataset',
    `corpus = load_dataset(".", "corpus", split="${splitOf(name)}")  # also "queries" and "qrels"`,
    'from mteb.abstasks.retrieval_dataset_loaders import RetrievalDatasetLoader',
    `task = RetrievalDatasetLoader(hf_repo=".", revision="${version}", split="${splitOf(name)}").load()`,
    '```',
    '',
    '`croissant.json` describes the tables for machines. `CHANGES.md` says what each version changed. `nano/` is a small edition with candidate lists. All layouts hold the same texts.',
  ].join('\n');
};
