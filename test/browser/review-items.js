import { readFileSync } from 'node:fs';

const read = (task, file) =>
  readFileSync(new URL(`../../data/sample/${task}/${file}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const yesOrNo = (name, text, [yes, no], reason = 'optional') => ({
  name,
  text,
  choices: [
    { value: 'yes', label: 'Yes', help: yes },
    { value: 'no', label: 'No', help: no },
  ],
  ordered: false,
  reason,
});

const RELEVANCE = {
  name: 'answer-relevance',
  text: 'How much is the document about the reference answer?',
  choices: [
    { value: 'no', label: 'Not at all', help: 'It is about something else, or names it in passing.' },
    { value: 'partly', label: 'In part', help: 'It says some of what is needed.' },
    { value: 'yes', label: 'It is about it', help: 'It says what shows that the answer is right here.' },
  ],
  ordered: true,
  reason: 'required',
};
const SUPPORT = yesOrNo('reasoning-support', 'Does it support a step from the query to the answer?', [
  'A finding of the query is explained by it.',
  'The words may be the same; no step follows from it.',
]);
const SIMILAR = yesOrNo(
  'similar',
  'Would this case help somebody who looks after the patient of the query?',
  ['The same disease, comparable in its findings.', 'Another disease, or nothing to learn from it.'],
);

/** Queries of a sample task, each with a relevant document and one that is not. */
const pairs = (task, questions, count) => {
  const [queries, corpus, judgements] = ['query', 'corpus', 'qrels'].map((file) => read(task, file));
  return queries.slice(0, count).flatMap(({ id, text, answer }, i) => {
    const relevant = judgements.find(({ q_id }) => q_id === id).p_id;
    return [relevant, corpus[(i * 7 + 3) % corpus.length].id].map((document) => ({
      id: `${id}/${document}`,
      step: task === 'MedQA-Diag' ? 'judge' : 'cases',
      group: task,
      texts: [
        { label: 'Query', text },
        { label: 'Reference answer', text: String(answer) },
        { label: 'Document', text: corpus.find((each) => each.id === document).text },
      ],
      questions,
    }));
  });
};

/** Items as a review has them, of the sample suite: passages for diagnoses, and whole cases. */
export const reviewItems = () => [
  ...pairs('MedQA-Diag', [RELEVANCE, SUPPORT], 8),
  ...pairs('IIYi-Clinical', [SIMILAR], 4),
];
