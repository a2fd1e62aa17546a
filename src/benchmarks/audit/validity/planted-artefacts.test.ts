import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PLANTED_ARTEFACTS } from '../../../../test/fixtures/planted-artefacts.js';
import { rows } from '../../../../test/support/generating.js';
import { testTools } from '../../../../test/support/tools.js';
import { type TopicTask, taskOfTopics } from '../../../../test/support/topic-task.js';
import { auditTask } from '../audit-task.js';

const SAMPLES = [
  'Biology',
  'Bioinformatics',
  'Medical-Sciences',
  'MedXpertQA-Exam',
  'MedQA-Diag',
  'PMC-Treatment',
  'PMC-Clinical',
  'IIYi-Clinical',
];
// biome-ignore lint/suspicious/noExplicitAny: rows of three files
const read = (name: string): readonly any[] =>
  SAMPLES.flatMap((task) => rows(readFileSync(`data/sample/${task}/${name}.jsonl`, 'utf8')));

/** All tasks of the sample suite as one: running text of many kinds. */
const TASK: TopicTask = {
  documents: read('corpus').map(({ id, text }) => ({ id, text })),
  queries: read('query').map(({ id, text }) => ({ id, text })),
  judgements: read('qrels').map(({ q_id, p_id, score }) => [q_id, p_id, score]),
  answers: {},
};

/** What is found, as check and id. */
const found = async (task: TopicTask): Promise<ReadonlySet<string>> => {
  const all = new Set<string>();
  await auditTask(taskOfTopics(task), testTools(), {
    parts: ['checks'],
    onFinding: ({ check, query, documents }) => {
      for (const id of query === undefined ? (documents ?? []) : [query]) all.add(`${check} ${id}`);
    },
  });
  return all;
};

const MADE = Object.entries(PLANTED_ARTEFACTS).flatMap(([name, { into, by, forms, later }]) =>
  [...forms, ...later].map((form, i) => ({ name, into, by, form, isLater: i >= forms.length })),
);

it('artefacts of construction and of language models are found in running text, and nothing else is', async () => {
  const relevant = new Set(TASK.judgements.map(([, id]) => id));
  const free = {
    documents: TASK.documents.filter(({ id, text }) => !relevant.has(id) && text.length > 250),
    queries: TASK.queries,
  };
  const taken = { documents: 0, queries: 0 };
  const planted = MADE.map((each) => ({ ...each, id: free[each.into][taken[each.into]++]!.id }));
  const formOf = new Map(planted.map(({ id, form }) => [id, form]));
  const change = ({ id, text }: { readonly id: string; readonly text: string }) => ({
    id,
    text: (formOf.get(id) ?? '{}').replace('{}', () => text),
  });
  const [before, after] = [
    await found(TASK),
    await found({ ...TASK, documents: TASK.documents.map(change), queries: TASK.queries.map(change) }),
  ];

  const missed = planted.filter(({ id, by }) => !by.some((check) => after.has(`${check} ${id}`)));
  const counted = Object.entries(PLANTED_ARTEFACTS).map(([name, { forms, later }]) => {
    const own = missed.filter((each) => each.name === name);
    const late = own.filter(({ isLater }) => isLater).length;
    return `| ${name} | ${forms.length + late - own.length} of ${forms.length} | ${later.length - late} of ${later.length} |`;
  });
  const known = Object.values(PLANTED_ARTEFACTS).flatMap((each) => each.missed);
  expect(missed.map(({ form }) => form)).toEqual(known);
  const page = readFileSync('docs/background/validity.md', 'utf8');
  expect(counted.filter((row) => !page.includes(row))).toEqual([]);
  const alarms = [...after].filter((each) => !before.has(each) && !formOf.has(each.split(' ')[1]!));
  expect(alarms).toEqual([]);
  // What the checks above say of texts in which nothing was planted.
  const checks = new Set(MADE.flatMap(({ by }) => by).filter((check) => check !== 'document-lengths'));
  expect([...before].filter((each) => checks.has(each.split(' ')[0]!))).toEqual([]);
});
