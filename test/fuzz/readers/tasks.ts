import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { textsInFiles } from '../../../src/benchmarks/audit/leakage/read-texts.js';
import { readMapping } from '../../../src/benchmarks/construction/collect/mapping.js';
import { sourceReaders } from '../../../src/benchmarks/construction/collect/readers/index.js';
import { readBuildPlan } from '../../../src/benchmarks/construction/plan/read-plan.js';
import { preparedRespondent } from '../../../src/benchmarks/construction/prepared-respondent.js';
import type { Task } from '../../../src/core/index.js';
import { readPlan } from '../../../src/experiment/plans/read-experiment.js';
import { columnsText, parseColumns } from '../../../src/tasks/columns/columns.js';
import { readColumnsFile } from '../../../src/tasks/columns/columns-file.js';
import { folderFormats } from '../../../src/tasks/formats/index.js';
import { readGenerationRows } from '../../../src/tasks/generations.js';
import { openFolder } from '../../../src/tasks/open-folder.js';
import { allRows } from '../../../src/tasks/raw/raw-rows.js';
import { nanoFiles } from '../../support/parquet-table.js';
import { article, POSTS } from '../../support/source-dumps.js';
import { type Reader, reader } from '../reader.js';
import { inFile, inFolder, pathOf, together } from './stored.js';

const gathered = async <Row>(rows: AsyncIterable<Row>): Promise<readonly Row[]> => {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return all;
};

const corpus = (id: string) =>
  `{"${id}": "d1", "title": "gout", "text": "of the toe"}\n{"${id}": "d2", "text": "anaemia"}\n`;

/** A small task in each format that is text; those of Parquet are tables, which have readers of their own. */
const FOLDERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  r2med: {
    'corpus.jsonl': corpus('id'),
    'query.jsonl':
      '{"id": "q1", "text": "why?", "doc_id": ["d1"], "answer": "gout", "body_system": "bone"}\n',
    'qrels.jsonl': '{"q_id": "q1", "p_id": "d1", "score": 1}\n',
    'qrels.txt': 'q1 0 d1 1\n',
  },
  beir: {
    'corpus.jsonl': corpus('_id'),
    'queries.jsonl': '{"_id": "q1", "text": "why?", "metadata": {}}\n',
    'qrels/test.tsv': 'query-id\tcorpus-id\tscore\nq1\td1\t1\n',
    'qrels/dev.jsonl': '{"query-id": "q1", "corpus-id": "d2", "score": 0}\n',
    'corpus.csv': '_id,title,text\nd1,gout,"of the ""toe"""\n',
    'queries.tsv': '_id\ttext\nq1\twhy?\n',
  },
};
const NANO = nanoFiles('NanoX', {
  documents: { d1: 'gout', d2: 'anaemia' },
  queries: { q1: 'why does the toe swell?' },
  positives: { q1: ['d1'] },
});
const ANY = {
  'articles.csv': 'article_id,title,body\n1,gout,"of the toe"\n2,anaemia,blood\n',
  'searches.json': '[{"search_id": "s1", "words": "why does the toe swell?"}]',
  'ratings.tsv': 'search_id\tarticle_id\trating\ns1\t1\t1\n',
  'topics.xml': '<topics><topic number="1"><title>toe</title></topic></topics>\n',
  'columns.yaml':
    'corpus: {file: articles.csv, id: article_id, text: [title, body]}\nqueries: {file: searches.json, id: search_id, text: words}\njudgements: {file: ratings.tsv, query: search_id, document: article_id, grade: rating}\n',
};

/** All that a task gives: the corpus is read when it is asked for. */
const whole = async (task: Task): Promise<unknown> => {
  const documents: unknown[] = [];
  for await (const rows of task.corpus.rows()) documents.push(...rows);
  return [task.queries, task.judgements, documents.length];
};

const folder = (
  name: string,
  files: Readonly<Record<string, string>>,
  covers: readonly string[] = [],
): Reader =>
  reader({
    name: `task folder ${name}`,
    covers,
    takes: 'text',
    seeds: [together(files)],
    share: 0.03,
    read: inFolder('task', Object.keys(files), async (path) => whole(await openFolder(path))),
  });

const PLAN =
  'steps:\n  collect: {mapping: [exam.yaml]}\n  classify: {llm: gpt4}\nrespondents:\n  gpt4: {llm: gpt-4o}\nbudget: {usd: 5}\nseed: 7\n';
const EXPERIMENT =
  'suite: sample\ntasks: [Biology]\nvariants:\n  k: [0.9, 1.2]\nsystems:\n  - bm25(k1={k})\n  - {name: two, system: "hyde(sample-writer) > bm25", depth: 10}\n';

export const taskReaders: readonly Reader[] = [
  ...Object.entries(FOLDERS).map(([name, files]) => folder(name, files, [`task format ${name}`])),
  folder('of any files', ANY),
  // Of formats that are Parquet, the corpus is the input.
  ...Object.keys(folderFormats)
    .filter((name) => !(name in FOLDERS))
    .map((name) =>
      reader({
        name: `task folder ${name}`,
        covers: [`task format ${name}`],
        takes: 'bytes',
        seeds: [NANO['corpus/NanoX.parquet']!],
        share: 0.03,
        read: async (bytes) => {
          for (const [path, content] of Object.entries(NANO)) {
            mkdirSync(dirname(pathOf(`nano/${path}`)), { recursive: true });
            writeFileSync(pathOf(`nano/${path}`), path.startsWith('corpus/') ? bytes : content);
          }
          return whole(await openFolder(pathOf('nano')));
        },
      }),
    ),
  ...['table.csv', 'table.tsv', 'rows.json', 'rows.jsonl', 'topics.xml', 'qrels.txt'].map((file) =>
    reader({
      name: `rows of ${file}`,
      takes: 'text',
      seeds: [
        ...Object.values(ANY),
        'q1 0 d1 1\nq2 0 d1 0\n',
        '{"rows": [{"a": {"b": [1]}}]}',
        '{"a": "[\\"x\\"]"}\n{"a": 2}\n',
      ],
      share: 0.08,
      read: inFile(file, async (path) => {
        const rows: unknown[] = [];
        for await (const { values } of allRows(path)) rows.push(values);
        return rows;
      }),
    }),
  ),
  reader({
    name: 'columns as a flag',
    takes: 'text',
    seeds: [
      'corpus=a.csv(id=x,text=a+b) queries="my file.csv"(id=y,text="a ""b""") judgements=j(query=q,document=d,grade=g)',
    ],
    read: parseColumns,
    write: columnsText,
  }),
  reader({
    name: 'columns.yaml',
    takes: 'text',
    seeds: [together({ 'columns.yaml': ANY['columns.yaml'] })],
    share: 0.08,
    read: inFolder('columns', ['columns.yaml'], readColumnsFile),
  }),
  reader({
    name: 'stored generations',
    takes: 'text',
    seeds: [
      '{"id": "q1", "text": "why?", "hy_doc": "gout", "hy_docs": ["gout", "x"]}\n{"id": 2, "text": "b", "hy_doc": "c"}\n',
    ],
    share: 0.15,
    read: inFile('query_with_hydoc.jsonl', async (path) => readGenerationRows(path)),
  }),
  reader({
    name: 'experiments',
    takes: 'text',
    seeds: [EXPERIMENT, 'systems: [bm25]\n', '{"systems": ["bm25"], "data": ["x"]}'],
    share: 0.08,
    read: inFile('plan.yaml', (path) => readPlan(path)),
  }),
  reader({
    name: 'plans of a construction',
    takes: 'text',
    seeds: [PLAN],
    share: 0.05,
    read: inFile('build.yaml', async (path) =>
      (await readBuildPlan(path)).steps.map(({ settings }) => settings),
    ),
  }),
  reader({
    name: 'mapping files',
    takes: 'text',
    // The file that it names must be there: it names itself.
    seeds: [
      'family: exam\nfiles: mapping.yaml\nsource: us\nlicence: MIT\nfields: {text: q, options: {A: a, B: b}, answer: x}\n',
    ],
    share: 0.08,
    read: inFile('mapping.yaml', readMapping),
  }),
  reader({
    name: 'prepared answers',
    takes: 'text',
    seeds: ['{"step": "classify", "id": "q1", "text": "- Reason: x"}\n'],
    share: 0.1,
    read: inFile('answers.jsonl', async (path) => (await preparedRespondent(path)).identity('classify')),
  }),
  reader({
    name: 'dumps of StackExchange',
    takes: 'text',
    seeds: [POSTS],
    share: 0.08,
    read: inFile('Posts.xml', (file) => gathered(sourceReaders.stackexchange.rows(file, {}))),
  }),
  reader({
    name: 'articles in JATS',
    takes: 'text',
    seeds: [article('7', 'Gout', ['Urate in cool joints'])],
    share: 0.08,
    read: inFile('a.xml', (file) => gathered(sourceReaders.jats.rows(file, {}))),
  }),
  reader({
    name: 'questions with their choices',
    takes: 'text',
    seeds: ['{"question": "Which?\\nAnswer Choices: (A) gout (B) scurvy"}\n'],
    share: 0.08,
    read: inFile('a.jsonl', (file) => gathered(sourceReaders.choices.rows(file, {}))),
  }),
  reader({
    name: 'collections of texts',
    takes: 'text',
    seeds: ['{"a": ["b", {"c": "d"}]}\n', 'id,text\n1,"two\nlines"\n'],
    share: 0.08,
    read: inFile('texts.jsonl', async (path) => {
      const found: unknown[] = [];
      for (const part of (await textsInFiles(path)).parts)
        for await (const text of part.read()) found.push(text);
      return found;
    }),
  }),
];
