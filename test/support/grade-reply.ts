/** The reply of a judge with these grades. */
export const gradeReply = (answer: number, support: number): string =>
  `- Reason: because\n- Answer relevance: ${answer}\n- Reasoning support: ${support}`;
