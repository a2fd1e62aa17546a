import { firstWords, own, type ShownText } from '../../core/index.js';
import type { Message } from '../llms/index.js';
import { pythonFormat } from './python/tables.js';
import { repairedText } from './repaired-text.js';

/** The stages that ask with imported prompts; `none` for what is read by the probability of a token, which a chat does not give. */
export const RERANK_KINDS = ['listwise', 'pointwise', 'groupwise', 'none'] as const;
export type RerankKind = (typeof RERANK_KINDS)[number];

/** The parts of a conversation, as templates of Python's `str.format`; `system` is said as it is. */
interface PromptParts {
  readonly system?: string;
  readonly prefix?: string;
  readonly prefixAssistant?: string;
  /** Once per document. */
  readonly body: string;
  readonly bodyAssistant?: string;
  readonly suffix?: string;
}

/** What a reranker of another program says to a language model, and how the answer is read. */
export interface RerankPrompt {
  /** Its source and its own name: `rankllm/rank_zephyr_template`. */
  readonly name: string;
  readonly kind: RerankKind;
  readonly parts: PromptParts;
  /** `words`: RankLLM's first words, without numbers in square brackets; `line`: DIVER's, line ends as spaces; `text`: as it is. */
  readonly shows: 'words' | 'line' | 'text';
  readonly answer: 'order' | 'letters' | 'list' | 'scores';
  /** The end of the scale of scores. */
  readonly highest?: number;
  /** What goes into further places, by task; `default` for the others. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly from: PromptSource;
  /** Hash of all that changes a call or its reading. */
  readonly hash: string;
}

/** Where a prompt was taken from. */
export interface PromptSource {
  readonly repository: string;
  /** Of the clone, where it says so. */
  readonly commit?: string;
  readonly file: string;
  readonly sha256: string;
}

interface ShownDocument {
  readonly text: string;
  /** The first stage's. */
  readonly score: number;
}

/** A document as a prompt shows it; `words` is not used where the source does not cut. */
export const shownIn = ({ shows }: RerankPrompt, text: string, words?: number): ShownText => {
  if (shows === 'words') {
    const first = firstWords(repairedText(text), words ?? Number.POSITIVE_INFINITY);
    return { ...first, text: withoutNumbers(first.text) };
  }
  const shown = shows === 'line' ? text.replace(/\n+/g, ' ') : text;
  return words === undefined ? { text: shown, cut: false } : firstWords(shown, words);
};

/** The conversation that the source's own program would have: about a window or group of documents, or one. */
export const rerankMessages = (
  prompt: Pick<RerankPrompt, 'parts' | 'shows' | 'answer' | 'values'>,
  task: string,
  query: string,
  documents: readonly ShownDocument[],
): readonly Message[] => {
  const { parts, shows, answer, values = {} } = prompt;
  const places: Readonly<Record<string, string>> = {
    ...(own(values, keyOf(task)) ?? values.default),
    query: shows === 'words' ? withoutNumbers(query) : query,
    num: String(documents.length),
    psg_ids: `[${documents.map((_, i) => `PASSAGE${i + 1}`).join(', ')}]`,
  };
  const filled = (template: string | undefined, more: Readonly<Record<string, string>> = {}): string =>
    template === undefined ? '' : formatted(template, { ...places, ...more });
  const user = (content: string): Message => ({ role: 'user', content });
  const assistant = (content: string): Message => ({ role: 'assistant', content });

  const prefix = filled(parts.prefix);
  const suffix = filled(parts.suffix);
  const bodies = documents.map(({ text, score }, i) => {
    const rank = answer === 'letters' ? letterOf(i) : String(i + 1);
    const body = filled(parts.body, { rank, candidate: text, score: threeDecimals(score) });
    return { body, received: filled(parts.bodyAssistant, { rank }) };
  });
  const ownTurn = parts.prefixAssistant !== undefined && prefix !== '';
  const opening = parts.system ? [{ role: 'system' as const, content: parts.system }] : [];
  const announced = ownTurn ? [user(prefix), assistant(filled(parts.prefixAssistant))] : [];
  if (parts.bodyAssistant !== undefined)
    return [
      ...opening,
      ...announced,
      ...bodies.flatMap(({ body, received }) => [user(body), assistant(received)]),
      ...(suffix ? [user(suffix)] : []),
    ];
  const text = bodies.map(({ body }) => body).join('');
  return [...opening, ...announced, user(`${ownTurn ? '' : prefix}${text}${suffix}`)];
};

/** The places of a template filled; one that nothing fills is an error that says so. */
const formatted = (template: string, values: Readonly<Record<string, string>>): string =>
  pythonFormat(
    template,
    (name) => {
      if (Object.hasOwn(values, name)) return values[name]!;
      throw new Error(`the place {${name}}, which nothing fills`);
    },
    (found) => new Error(found),
  );

/** Tables of other programs write `earth_science` where a task may be called Earth-Science. */
const keyOf = (task: string): string => task.toLowerCase().replaceAll('-', '_');

const letterOf = (place: number): string => String.fromCharCode(65 + place);

/** A number in square brackets would read like the number of a document. */
const withoutNumbers = (text: string): string => text.replace(/\[(\p{Nd}+)\]/gu, '($1)');

/** Python's `:.3f`. JavaScript's own differs for what lies exactly between two: Python takes the even one. */
export const threeDecimals = (value: number): string => {
  const thousands = Math.abs(value) * 1000;
  const below = Math.floor(thousands);
  const isBetween = Number.isInteger(value * 16) && thousands - below === 0.5;
  if (!isBetween) return value.toFixed(3);
  return `${value < 0 ? '-' : ''}${((below + (below % 2)) / 1000).toFixed(3)}`;
};
