/** What a judge said of a response, as far as it can be read. */
export interface AnswerVerdict {
  /** The answer it found in the response. */
  readonly modelAnswer?: string;
  /** Absent where the judge did not plainly say True or False. */
  readonly correct?: boolean;
  readonly explanation?: string;
}

type Label = 'model answer' | 'correctness' | 'explanation';

interface Field {
  readonly label: Label;
  readonly value: string;
}

/**
 * What models put around a word: marks of lists and headings, bold, quotes. Bounded, so that no output, however long, takes
 * more than one look at each of its characters.
 */
const DRESS = String.raw`[\s>#*_\x60"'{•–—-]{0,12}(?:\d{1,2}[.)])?[\s*_\x60"']{0,4}`;
const LABEL = String.raw`(model[\s_-]answer|correctness|explanation)`;
const CLOSED = String.raw`[*_\x60"'\s]{0,6}[:\uff1a]`;

const LABELLED_LINE = new RegExp(`^${DRESS}${LABEL}${CLOSED}(.*)$`, 'i');
/** The three lines written as one, each still with its dash. */
const DASH_INSIDE = new RegExp(`[-–—•]\\s[*_]{0,2}${LABEL}${CLOSED}`, 'gi');

/**
 * True or False, alone on its line or set off from a remark. "True or False", "True-ish" and "partly true" are neither, and
 * other words than the two that were requested are not a verdict.
 */
const PLAIN =
  /^[*_`"'([\s]{0,8}(true|false)[*_`"')\]]{0,4}(?:,?[^\S\n]{0,8}(?:$|\n|\})|[.;:!]|\s?\(|\s[–—-]\s)/i;

/**
 * Reads the three labelled lines of a judge's response. Total: whatever the output is, what is not plainly said is absent.
 * Lines may come in any order, dressed up, after reasoning; of several blocks the last counts.
 */
export const readVerdict = (output: string): AnswerVerdict => {
  const fields = fieldsOf(withoutThinking(output));
  const last = (label: Label): string => fields.findLast((field) => field.label === label)?.value ?? '';
  const correct = breaksOff(fields) ? undefined : truthOf(last('correctness'));
  const modelAnswer = undressed(last('model answer'));
  const explanation = undressed(last('explanation'));
  return {
    ...(modelAnswer && { modelAnswer }),
    ...(correct !== undefined && { correct }),
    ...(explanation && { explanation }),
  };
};

/** Thinking may weigh one verdict after another: only what follows it counts, and nothing where it never ends. */
const withoutThinking = (output: string): string => {
  const end = output.lastIndexOf('</think>');
  if (end >= 0) return output.slice(end + '</think>'.length);
  return /^\s*<think>/.test(output) ? '' : output;
};

const fieldsOf = (text: string): readonly Field[] => {
  const fields: { label: Label; lines: string[] }[] = [];
  for (const line of text.replace(DASH_INSIDE, '\n$&').split(/\r\n|[\r\n\u2028\u2029]/)) {
    const [, label, value] = LABELLED_LINE.exec(line) ?? [];
    if (label === undefined) fields.at(-1)?.lines.push(line);
    else fields.push({ label: labelOf(label), lines: [value!] });
  }
  return fields.map(({ label, lines }) => ({ label, value: lines.join('\n').trim() }));
};

const labelOf = (text: string): Label => {
  const first = text[0]!.toLowerCase();
  return first === 'm' ? 'model answer' : first === 'c' ? 'correctness' : 'explanation';
};

/** Whether the last answer is one more than there are verdicts: the correctness before it was another block's. */
const breaksOff = (fields: readonly Field[]): boolean => {
  const labels = fields.map(({ label }) => label);
  const count = (wanted: Label): number => labels.filter((label) => label === wanted).length;
  return (
    labels.lastIndexOf('model answer') > labels.lastIndexOf('correctness') &&
    count('model answer') > count('correctness')
  );
};

const truthOf = (value: string): boolean | undefined => {
  const word = PLAIN.exec(value)?.[1]?.toLowerCase();
  if (word === undefined) return undefined;
  const other = word === 'true' ? /\bfalse\b/i : /\btrue\b/i;
  return other.test(value) ? undefined : word === 'true';
};

/** A value without the marks that were put around it, and without the fence of a code block. */
const undressed = (value: string): string => {
  const text = value.replace(/^\s{0,8}```.*$/gm, '').trim();
  // "**Model answer:** gout" leaves the closing mark of its label before the value.
  const bare = text.replace(/^(\*\*|__|[*_`])\s/, '').trim();
  const marks = ['**', '__', '*', '_', '`', '"'].find((mark) => bare.startsWith(mark));
  if (marks === undefined) return bare;
  const end = bare.endsWith(`${marks},`) ? 1 : 0;
  return bare.endsWith(marks, bare.length - end) && bare.length - end >= 2 * marks.length
    ? bare.slice(marks.length, bare.length - end - marks.length).trim()
    : bare;
};
