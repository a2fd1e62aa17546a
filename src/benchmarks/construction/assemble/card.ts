import type { AuditReport } from '../../../experiment/record/index.js';
import type { StepReport } from '../step.js';
import { type CardFacts, cardTable, line } from './card-facts.js';
import { reviewSection } from './card-review.js';
import { PARQUET_CONFIGS } from './layouts.js';
import { licencesOf } from './licences.js';
import { decidersOf } from './provenance.js';
import { type ReleaseStatistics, type ReleaseTask, textsOf } from './release-task.js';

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
    '## Personal data',
    personalData(facts.reports),
    '## Excluded documents',
    excludedText(facts),
    '## Sources and licences',
    licenceTable(facts.tasks),
    '## Use',
    useText(facts),
  ].join('\n\n')}\n`;

/** YAML takes JSON's strings; plain words need no quotes. */
const scalar = (text: string): string => (/^[A-Za-z][\w.-]*$/.test(text) ? text : JSON.stringify(line(text)));

const frontMatter = ({ tasks }: CardFacts): string =>
  [
    '---',
    'license:',
    ...licencesOf(tasks.flatMap(textsOf)).map((licence) => `- ${scalar(licence.toLowerCase())}`),
    'task_categories:',
    '- text-retrieval',
    'configs:',
    ...PARQUET_CONFIGS.flatMap((config) => [
      `- config_name: ${config}`,
      '  data_files:',
      ...tasks.flatMap(({ name }) => [
        `  - split: ${name.replace(/\W/g, '_')}`,
        `    path: parquet/${config}/${name}.parquet`,
      ]),
    ]),
    '---',
  ].join('\n');

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

/** Reports hold what their step found out; this is what a reader of scores must know of it. */
const judgeFacts = ({ reports }: CardFacts): readonly string[] => {
  const figures = (step: string) =>
    (reports.find((report) => report.step === step)?.figures ?? {}) as {
      readonly judges?: readonly {
        readonly name: string;
        readonly family: string;
        readonly contestant?: string;
      }[];
      readonly rule?: string;
    };
  const { judges = [], rule } = figures('judge');
  const contestants = judges.filter(({ contestant }) => contestant !== undefined);
  const pool = reports.find(({ step }) => step === 'pool')?.settings as
    | { readonly retrievers?: readonly string[] }
    | undefined;
  return [
    ...(judges.length > 0
      ? [
          `Judges of documents: ${judges.map(({ name, family }) => line(name === family ? name : `${name} (family ${family})`)).join(', ')}.${rule ? ` Rule: ${line(rule)}.` : ''}`,
        ]
      : []),
    ...contestants.map(
      ({ name, contestant }) =>
        `**The judge ${line(name)} is also a contestant** (${line(contestant!)}): scores of systems that use it may be inflated.`,
    ),
    ...(pool?.retrievers
      ? [
          `Candidates were found by ${pool.retrievers.map(line).join(', ')}. These retrievers are contestants too: what none of them found counts as not relevant.`,
        ]
      : []),
  ];
};

const auditSection = ({ audits, accepted }: CardFacts): readonly string[] => {
  const found = audits.flatMap(({ task, checks }) =>
    checks.filter((check) => check.found > 0).map((check) => ({ task: task.name, check })),
  );
  return [
    found.length === 0
      ? 'No check of `r2med audit` found anything.'
      : cardTable(found, [
          ['Task', ({ task }) => task],
          ['Check', ({ check }) => check.name],
          ['Severity', ({ check }) => check.severity],
          ['Found', ({ check }) => `${check.found} of ${check.of} ${check.unit}`],
          [
            'Accepted because',
            ({ task, check }) =>
              accepted.find((each) => each.task === task && each.name === check.name)?.accepted ?? '–',
          ],
        ]),
    ...accepted
      .filter(({ name }) => !found.some(({ check }) => check.name === name))
      .map(({ name, reason, accepted: why }) => `Accepted: ${name}, ${line(reason)}. Because: ${line(why)}`),
    ...reasoningNeed(audits),
    '`audit/` has the whole reports, with what each figure means.',
  ];
};

const reasoningNeed = (audits: readonly AuditReport[]): readonly string[] => {
  const headlines = audits.flatMap(({ task, reasoning }) =>
    reasoning?.headline ? [{ task: task.name, ...reasoning.headline }] : [],
  );
  return headlines.length === 0
    ? []
    : [
        cardTable(headlines, [
          ['Task', ({ task }) => task],
          ['Reasoning need', ({ mean }) => mean.toFixed(2)],
          ['95 % interval', ({ interval: [low, high] }) => `${low.toFixed(2)} to ${high.toFixed(2)}`],
        ]),
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

const useText = ({ tasks }: CardFacts): string => {
  const name = tasks[0]!.name;
  return [
    '```',
    `r2med run --data r2med/${name} --system bm25      # R2MED's layout`,
    `r2med run --data beir/${name} --system bm25       # BEIR's`,
    `r2med run --data 'parquet#${name}' --system bm25  # Parquet`,
    `r2med audit r2med/${name}`,
    '```',
    '',
    '`nano/` is a small edition with candidate lists. All layouts hold the same texts.',
  ].join('\n');
};
