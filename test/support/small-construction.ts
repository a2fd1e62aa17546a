import type { BuildItem, JudgedCandidate, Passage } from '../../src/benchmarks/construction/item.js';

/** Rows of a work folder in which everything is done but the release: two queries with evidence, and a family of three cases. */

const ORIGIN = { source: 'example', licence: 'CC0-1.0' };

const decision = (step: string, label: string) => ({
  step,
  label,
  reason: 'it is so',
  by: 'prepared:writer.jsonl',
  prompt: 'a'.repeat(64),
  raw: `- Label: ${label}`,
});

export const item = (id: string, more: Partial<BuildItem> = {}): BuildItem => ({
  id,
  family: 'exam',
  origin: { ...ORIGIN, id },
  text: `A patient with the signs of ${id}. Which of the following is it?`,
  options: [{ label: 'A', text: `disease ${id}` }],
  answer: `disease ${id}`,
  stage: 'diagnosis',
  kind: 'disease',
  bodySystem: 'Endocrine',
  query: `A patient with the signs of ${id}. What is it?`,
  reasoning: '1. It is so.\nFinal Answer: that',
  trail: [
    decision('classify', 'diagnosis / disease; Endocrine'),
    decision('filter', 'pass'),
    decision('reformulate', 'reformulated'),
  ],
  ...more,
});

const WORDS: Readonly<Record<string, string>> = {
  gout: 'Urate settles in cool joints when its level in blood stays above what plasma can hold in solution for years',
  scurvy:
    'Collagen without hydroxyproline cannot form stable fibres so vessels bleed and old wounds open again slowly',
  asthma:
    'Airways that narrow from time to time let air out slowly and whistle while the chest stays blown up',
  anaemia:
    'Cells that carry oxygen are few and pale where the body has lost more iron than food replaces each day',
  goitre:
    'A gland below the larynx grows when too little iodine reaches it and the pituitary drives it without rest',
};

export const passage = (id: string, more: Partial<Passage> = {}): Passage => {
  const text = WORDS[id] ?? `A text about ${id} with words enough to be a document of its own, as ${id} is.`;
  return { id, origin: { ...ORIGIN, id }, text, source: id, start: 0, end: text.length, ...more };
};

export const judgement = (
  query: string,
  document: string,
  label: JudgedCandidate['label'],
  grade = label === 'relevant' ? 4 : label === 'unjudged' ? 2 : 0,
): JudgedCandidate => ({
  item: query,
  passage: document,
  label,
  judges: ['a', 'b'].map((judge) => ({
    judge,
    answerRelevance: grade,
    reasoningSupport: grade,
    reason: 'as it says',
    prompt: 'b'.repeat(64),
    raw: `- Answer relevance: ${grade}`,
  })),
});

const settings = { high: 3, middle: 2, low: 1 };

/** The report of the judges' step, whose rule reviewers' grades become labels by. */
export const JUDGE_REPORT = {
  step: 'judge',
  in: 5,
  out: 2,
  held: {},
  figures: {
    judges: [
      { name: 'a', family: 'gpt', contestant: 'named as a contestant' },
      { name: 'b', family: 'b' },
    ],
  },
  settings,
  inputs: {},
  outputs: {},
};

export const EVIDENCE: Readonly<Record<string, readonly unknown[]>> = {
  classified: [item('q1'), item('q2')],
  'classify.held': [
    {
      id: 'q3',
      why: 'not usable',
      item: item('q3', { stage: undefined, trail: [decision('classify', 'not usable')] } as never),
    },
  ],
  filtered: [item('q1'), item('q2')],
  'filter.held': [
    { id: 'q4', why: 'too simple', item: item('q4', { trail: [decision('filter', 'too simple')] }) },
  ],
  reformulated: [item('q1'), item('q2')],
  reasoned: [item('q1'), item('q2')],
  passages: ['gout', 'scurvy', 'asthma', 'anaemia', 'goitre'].map((id) => passage(id)),
  judged: [
    judgement('q1', 'gout', 'relevant'),
    judgement('q1', 'scurvy', 'unjudged'),
    judgement('q1', 'asthma', 'not-relevant'),
    judgement('q2', 'asthma', 'relevant'),
    judgement('q2', 'goitre', 'not-relevant'),
  ],
};
