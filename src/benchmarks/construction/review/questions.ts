import type { ReviewChoice, ReviewQuestion } from '../../../experiment/record/index.js';
import { CRITERIA, type Criterion } from '../judge/scale.js';

const yesOrNo = (yes: string, no: string): readonly ReviewChoice[] => [
  { value: 'yes', label: 'Yes', help: yes },
  { value: 'no', label: 'No', help: no },
];

const question = (
  name: string,
  text: string,
  choices: readonly ReviewChoice[],
  ordered = false,
): ReviewQuestion => ({
  name,
  text,
  choices,
  ordered,
  reason: 'optional',
});

/** What a reviewer says of a question that fits no stage; as `classify` spells it. */
export const NOT_USABLE = 'not usable';
/** What a reviewer says of a question that can go on; as `filter` spells it. */
export const PASS = 'pass';

/** What reviewers are asked about the decisions of the steps. Values are spelled as the steps spell their labels. */
export const QUESTIONS = {
  stage: question('stage', 'What does the question ask for?', [
    { value: 'examination', label: 'Examination', help: 'Which test, image or look inside comes next.' },
    { value: 'diagnosis', label: 'Diagnosis', help: 'Which disease, syndrome, cause or disorder it is.' },
    {
      value: 'treatment',
      label: 'Treatment',
      help: 'Which drug, operation, therapy or prevention is right.',
    },
    { value: NOT_USABLE, label: 'None of these, or several' },
  ]),
  usable: question('usable', 'Can it become an open question that needs clinical reasoning?', [
    { value: PASS, label: 'Yes', help: 'Findings must be put together, and one answer is right.' },
    { value: 'too simple', label: 'Too simple', help: 'One known fact answers it.' },
    {
      value: 'ambiguous answer',
      label: 'Ambiguous',
      help: 'Several answers are right, or the wrong one is asked for.',
    },
    {
      value: 'not reformulatable',
      label: 'Needs its options',
      help: 'Without them there is no clear answer.',
    },
    {
      value: 'not a medical entity',
      label: 'Answer not medical',
      help: 'It is no disease, drug, sign, structure, test or treatment.',
    },
  ]),
  meaning: question(
    'meaning-kept',
    'Does the query ask the same as the question, with the same answer?',
    yesOrNo('Who can answer one can answer the other.', 'Something was lost, added or given away.'),
  ),
  hidden: question(
    'diagnosis-hidden',
    'Is the diagnosis left for the reader to find?',
    yesOrNo('Nothing in the query says it outright.', 'Its name, a test or a treatment gives it away.'),
  ),
  similar: question(
    'similar',
    'Would this case help somebody who looks after the patient of the query?',
    yesOrNo('The same disease, comparable in its findings.', 'Another disease, or nothing to learn from it.'),
  ),
  ...(Object.fromEntries(
    Object.entries(CRITERIA).map(([name, { question: text, anchors }]) => [
      name,
      question(
        name,
        text,
        anchors.map((label, grade) => ({ value: String(grade), label: `${grade}: ${label}` })),
        true,
      ),
    ]),
  ) as Record<Criterion, ReviewQuestion>),
} as const;
