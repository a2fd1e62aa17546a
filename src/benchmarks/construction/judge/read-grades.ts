import { labelIn, type ReplyReading, readFields } from '../read-fields.js';
import { GRADES } from './scale.js';

/** What a judge said of a passage. */
export interface Grades {
  readonly answerRelevance: number;
  readonly reasoningSupport: number;
  readonly reason: string;
}

const LABELS = GRADES.map(String);

/** Reads the reply of a judge: two whole grades of the scale and a reason, or nothing. */
export const readGrades = (reply: string): ReplyReading<Grades> => {
  const fields = readFields(reply, {
    Reason: 'text',
    'Answer relevance': 'line',
    'Reasoning support': 'line',
  });
  if ('unreadable' in fields) return fields;
  const answerRelevance = labelIn(fields.value['Answer relevance'], LABELS);
  const reasoningSupport = labelIn(fields.value['Reasoning support'], LABELS);
  if (answerRelevance === undefined || reasoningSupport === undefined)
    return { unreadable: `a grade that is not a whole number from ${LABELS[0]} to ${LABELS.at(-1)}` };
  return {
    value: {
      answerRelevance: Number(answerRelevance),
      reasoningSupport: Number(reasoningSupport),
      reason: fields.value.Reason,
    },
  };
};
