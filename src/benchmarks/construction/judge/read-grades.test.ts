import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gradeReply as grades } from '../../../../test/support/grade-reply.js';
import { openPrompts } from '../../../models/prompts/index.js';
import { reviewQuestion } from '../review/questions.js';
import { CRITERIA, readGrades } from './grades.js';

describe('the reply of a judge', () => {
  it('is read strictly, and never throws', () => {
    expect(readGrades(grades(4, 0))).toEqual({
      value: { answerRelevance: 4, reasoningSupport: 0, reason: 'because' },
    });
    for (const reply of [
      grades(5, 0),
      grades(2.5, 1),
      'Answer relevance: 3',
      grades(3, 3).replace('3', '3 or 4'),
      `${grades(1, 1)}\n- Answer relevance: 4`,
      '',
    ])
      expect(readGrades(reply)).toHaveProperty('unreadable');
    fc.assert(
      fc.property(fc.string(), (reply) => {
        expect(readGrades(reply)).toBeDefined();
      }),
    );
  });

  it('is asked for with the scale that experts see', () => {
    const prompt = openPrompts().template('build-judge', 'default').text;
    for (const [name, title] of Object.entries(CRITERIA)) {
      const { choices } = reviewQuestion(name as keyof typeof CRITERIA);
      const anchors = choices.map(({ label }) => label.replace(/^\d: /, ''));
      expect(prompt).toContain(`${title}: `);
      expect(anchors).toHaveLength(5);
    }
  });
});
