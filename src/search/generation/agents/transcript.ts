import type { Continuation, Message, ReasoningStyle, Reply } from '../../../models/llms/index.js';
import type { GenerationStep } from '../generation-method.js';
import type { Search } from './searcher.js';
import { type Tags, THINK } from './tags.js';

/** A piece of the running text: what the model wrote in one call, or what the program put in. */
export type Line =
  | {
      readonly by: 'model';
      /** Thoughts included. */
      readonly text: string;
      /** What is said to the model again when a conversation goes by turns: thoughts only if it broke off within them. */
      readonly aloud: string;
    }
  | { readonly by: 'program'; readonly text: string };

/** How a model goes on after a search, and where its answer begins. */
export interface AgentModel {
  readonly continuation: Continuation;
  readonly reasoning: ReasoningStyle;
}

export const textOf = (lines: readonly Line[]): string => lines.map(({ text }) => text).join('');

export const ownText = (lines: readonly Line[]): string =>
  lines.reduce((text, line) => (line.by === 'model' ? text + line.text : text), '');

/**
 * A reply as the next line. `finished` may change what came last: the text, or the thoughts of a reply that has nothing
 * but thoughts, as when a stop text was met inside them.
 */
export const lineOf = (
  reply: Reply,
  before: readonly Line[],
  { continuation }: AgentModel,
  finished: (said: string) => string,
): Line & { readonly by: 'model' } => {
  const { text, reasoning = '' } = reply;
  const onlyThought = text.trim() === '' && reasoning.trim() !== '';
  const aloud = finished(onlyThought ? reasoning : text);
  if (reasoning.trim() === '') return { by: 'model', text: aloud, aloud };
  const opening = continuation === 'prefill' && isThinking(textOf(before)) ? '' : `${THINK.begin}\n`;
  const spoken = onlyThought ? `${opening}${aloud}` : `${opening}${reasoning}\n${THINK.end}\n\n${aloud}`;
  return { by: 'model', text: spoken, aloud };
};

const isThinking = (text: string): boolean => text.lastIndexOf(THINK.begin) > text.lastIndexOf(THINK.end);

/**
 * Services leave out the text they stopped at. It is put back where they say so, or where a mark was opened and the
 * model came to an end without closing it, having written something. A thought that ended in between was not about to search.
 */
export const withStopText =
  ({ finish, stoppedAt }: Reply, kinds: readonly Tags[]) =>
  (said: string): string => {
    const struck = kinds.find(({ end }) => end === stoppedAt);
    if (struck) return said.trimEnd().endsWith(struck.end) ? said : said + struck.end;
    if (finish !== 'stop') return said;
    const open = kinds
      .map(({ begin, end }) => ({ begin, end, from: said.lastIndexOf(begin) }))
      .filter(({ from }) => from >= 0)
      .filter(({ begin, end, from }) => isUnclosed(said.slice(from + begin.length), end))
      .sort((a, b) => b.from - a.from)[0];
    return open ? said + open.end : said;
  };

const isUnclosed = (text: string, end: string): boolean =>
  text.trim() !== '' && !text.includes(end) && !text.includes(THINK.end);

/** The messages that make the model go on from here. */
export const messagesFrom = (
  start: readonly Message[],
  lines: readonly Line[],
  { continuation, reasoning }: AgentModel,
): readonly Message[] => {
  if (lines.length === 0) return start;
  if (continuation === 'turns') return inTurns(start, lines);
  const text = textOf(lines);
  // Templates of such models open the thought themselves, for a new answer only: one that goes on has to show it.
  const unopened = reasoning === 'think-tag' && !text.includes(THINK.begin);
  return [...start, { role: 'assistant', content: unopened ? `${THINK.begin}\n${text}` : text }];
};

/** What the model said and what the program put in, as the two sides of a conversation; no message is empty. */
const inTurns = (start: readonly Message[], lines: readonly Line[]): readonly Message[] => {
  const messages = [...start];
  for (const line of lines) {
    const role = line.by === 'model' ? 'assistant' : 'user';
    const content = (line.by === 'model' ? line.aloud : line.text).trim();
    const last = messages.at(-1);
    if (content === '') continue;
    if (last?.role === role)
      messages[messages.length - 1] = { role, content: `${last.content}\n\n${content}` };
    else messages.push({ role, content });
  }
  return messages;
};

export const wrote = (text: string, { finish, tokensIn, tokensOut }: Reply): GenerationStep => ({
  step: 'wrote',
  text,
  finish,
  tokensIn,
  tokensOut,
});

export const searched = (query: string, { found }: Search): GenerationStep => ({
  step: 'searched',
  query,
  found,
});

export const told = (text: string): GenerationStep => ({ step: 'told', text: text.trim() });
