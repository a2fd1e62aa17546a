/**
 * Where a reasoning model's answer begins. The first five rules are those of R2MED's loader, which strips the reasoning
 * when a file is read and keeps the raw output in the file; the others are for models that came later.
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
  /** A model that may think or not, or of which nothing is known. */
  auto: (raw: string) => afterThought(raw, [THINK]),
  /** The `final` channel of OpenAI's harmony format, where a server hands it over unread: gpt-oss. */
  harmony: (raw: string) => {
    const final = after(raw, '<|channel|>final<|message|>');
    if (final !== undefined) return final.split(/<\|(?:return|end)\|>/, 1)[0]!.trim();
    return raw.trimStart().startsWith('<|channel|>') ? undefined : afterThought(raw, [THINK]);
  },
  /** After `[/THINK]`: Magistral from 1.1 on. */
  'bracket-think': (raw: string) => afterThought(raw, [['[THINK]', '[/THINK]'], THINK]),
  /** After `<unused95>`, if it thinks at all: MedGemma. */
  'unused-marks': (raw: string) => afterThought(raw, [['<unused94>', '<unused95>'], THINK]),
} as const satisfies Record<string, (raw: string) => string | undefined>;

/** How a model's reasoning is separated from its answer. */
export type ReasoningStyle = keyof typeof REASONING;

/** The answer without the reasoning, or undefined when the output ended before an answer began. */
export const answerOf = (raw: string, style: ReasoningStyle): string | undefined => REASONING[style](raw);

type Marks = readonly [open: string, close: string];

/** Also the marks put around reasoning that a service gives in a separate field. */
const THINK: Marks = ['<think>', '</think>'];

/** After the thought; nothing when it began and never ended; all of it when there is none. */
const afterThought = (raw: string, kinds: readonly Marks[]): string | undefined => {
  for (const [open, close] of kinds) {
    const answer = after(raw, close);
    if (answer !== undefined) return answer;
    if (raw.trimStart().startsWith(open)) return undefined;
  }
  return raw;
};

const after = (raw: string, mark: string): string | undefined => {
  const at = raw.indexOf(mark);
  return at < 0 ? undefined : raw.slice(at + mark.length).trim();
};

const between = (raw: string, open: string, close: string): string | undefined => {
  const from = raw.indexOf(open);
  const to = raw.indexOf(close, from + open.length);
  return from < 0 || to < 0 ? undefined : raw.slice(from + open.length, to).trim();
};
