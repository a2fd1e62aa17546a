import type { ReviewChoice, ReviewQuestion } from '../../record/index.js';

const YES_NO = (yes: string, no: string): readonly ReviewChoice[] => [
  { value: 'yes', label: 'Yes', help: yes },
  { value: 'no', label: 'No', help: no },
];

const asked = (
  name: string,
  text: string,
  choices: readonly ReviewChoice[],
  more: Partial<ReviewQuestion> = {},
): ReviewQuestion => ({ name, text, choices, ordered: false, reason: 'optional', ...more });

/** The value of a question by which a reviewer takes an item out. */
export const NOT_USABLE = 'not-usable';

/** What reviewers are asked about the decisions of each step. */
export const questions = {
  stage: asked('stage', 'What does the question ask for?', [
    { value: 'examination', label: 'Examination', help: 'Which test, image or endoscopy comes next.' },
    {
      value: 'diagnosis',
      label: 'Diagnosis',
      help: 'Which disease, syndrome, cause or functional disorder it is.',
    },
    {
      value: 'treatment',
      label: 'Treatment',
      help: 'Which drug, operation, other therapy or prevention is right.',
    },
    { value: NOT_USABLE, label: 'None of these', help: 'It is not about the care of a patient.' },
  ]),
  usable: asked(
    'usable',
    'Can this question become a search that needs clinical reasoning?',
    [
      { value: 'pass', label: 'Yes', help: 'It needs reasoning, and one answer is right.' },
      {
        value: 'too-simple',
        label: 'Too simple',
        help: 'It is answered by recall, or by one word of the question.',
      },
      {
        value: 'ambiguous-answer',
        label: 'Ambiguous',
        help: 'Several answers are right, or the wrong one is asked for.',
      },
      {
        value: 'not-reformulatable',
        label: 'Needs its options',
        help: 'Without them it has no clear answer.',
      },
      {
        value: 'non-medical-entity',
        label: 'Answer not medical',
        help: 'It is not a disease, drug, sign, structure, test or treatment.',
      },
    ],
    { reason: 'optional' },
  ),
  meaning: asked(
    'meaning-kept',
    'Does the query ask the same as the question, with the same answer?',
    YES_NO(
      'Someone who knows the answer to one knows it to the other.',
      'Something was lost, added or given away.',
    ),
  ),
  hidden: asked(
    'diagnosis-hidden',
    'Is the diagnosis left for the reader to find?',
    YES_NO('Neither its name nor a treatment or test says it outright.', 'It is named or given away.'),
  ),
  similar: asked(
    'similar',
    'Would this case help somebody who looks after the patient of the query?',
    YES_NO(
      'The same disease, and comparable in what was found.',
      'Another disease, or nothing to learn for this patient.',
    ),
  ),
} as const satisfies Readonly<Record<string, ReviewQuestion>>;

/** A grade on the scale of the judges, from 0. */
export const gradeQuestion = (
  name: 'answer-relevance' | 'reasoning-support',
  text: string,
  labels: readonly string[],
): ReviewQuestion =>
  asked(
    name,
    text,
    labels.map((label, grade) => ({ value: String(grade), label })),
    { ordered: true },
  );
