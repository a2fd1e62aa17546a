/**
 * Where a reasoning model's answer begins. The rules are those of R2MED's loader, which strips the reasoning when a
 * file is read and keeps the raw output in the file.
 */
export const REASONING = {
  none: (raw: string) => raw,
  /** After the first `</think>`: DeepSeek-R1 and its distillations, QwQ, Qwen3. */
  'think-tag': (raw: string) => after(raw, '</think>'),
  /** After the first `Final Response`: HuatuoGPT-o1. */
  'final-response': (raw: string) => after(raw, 'Final Response'),
  /** Between the solution marks: Sky-T1. */
  'solution-marks': (raw: string) => between(raw, '<|begin_of_solution|>', '<|end_of_solution|>'),
  /** In the first answer tags: Search-R1. */
  'answer-tags': (raw: string) => between(raw, '<answer>', '</answer>'),
} as const satisfies Record<string, (raw: string) => string | undefined>;

export type ReasoningStyle = keyof typeof REASONING;

/** The answer without the reasoning, or undefined when the output ended before an answer began. */
export const answerOf = (raw: string, style: ReasoningStyle): string | undefined => REASONING[style](raw);

const after = (raw: string, mark: string): string | undefined => {
  const at = raw.indexOf(mark);
  return at < 0 ? undefined : raw.slice(at + mark.length).trim();
};

const between = (raw: string, open: string, close: string): string | undefined => {
  const from = raw.indexOf(open);
  const to = raw.indexOf(close, from + open.length);
  return from < 0 || to < 0 ? undefined : raw.slice(from + open.length, to).trim();
};
