/** The grades of both criteria, from nothing to all that could be wished. */
export const GRADES = [0, 1, 2, 3, 4] as const;

/** The criteria, with what each grade means: what the prompt says to models and the review page to experts. */
export const CRITERIA = {
  'answer-relevance': {
    title: 'Answer relevance',
    question: 'How much is the document about the reference answer, and bears out that it is the answer?',
    anchors: [
      'About something else',
      'About the same field; nothing of the answer',
      'Mentions the answer, or something near to it, in passing',
      'About the answer; says much of what is needed',
      'About the answer; says what shows that it is right for this query',
    ],
  },
  'reasoning-support': {
    title: 'Reasoning support',
    question: 'How much does the document support the steps from the query to the answer?',
    anchors: [
      'Supports no step',
      'Has words of a step in common, and supports none',
      'Supports a step that decides little',
      'Supports a step that the answer depends on',
      'Supports the step that decides, or several that the answer depends on',
    ],
  },
} as const;
export type Criterion = keyof typeof CRITERIA;
