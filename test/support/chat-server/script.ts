import type { Message } from '../../../src/models/llms/index.js';

/** What the server is to say. What is absent it makes up: stops honoured, tokens counted by words. */
export interface Scripted {
  readonly text?: string;
  /** Given in a field of its own, as the dialect has it. */
  readonly reasoning?: string;
  /** Where OpenAI's dialect puts the reasoning; `reasoning_content` unless said. */
  readonly reasoningField?: 'reasoning_content' | 'reasoning' | 'reasoning_details';
  readonly finish?: 'stop' | 'length';
  readonly stoppedAt?: string;
  readonly tokensIn?: number;
  readonly tokensOut?: number;
}

/** What a request says, in whichever dialect. */
export interface ChatAsked {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly stop: readonly string[];
  readonly maxTokens?: number | undefined;
  readonly stream: boolean;
  /** Whether a stream is to end with what it cost. */
  readonly usage: boolean;
}

/** What is said in the end. */
export interface Spoken {
  readonly model: string;
  readonly text: string;
  readonly reasoning: string;
  readonly reasoningField: NonNullable<Scripted['reasoningField']>;
  readonly finish: 'stop' | 'length';
  readonly stoppedAt?: string | undefined;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

/** One token a word. */
export const words = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** Pieces as a stream brings them: together they are the text again. */
export const pieces = (text: string): readonly string[] => text.match(/\s*\S+|\s+$/g) ?? [];

/** Says the script as far as the request's stops and its limit of tokens let it, reasoning before text. */
export const spoken = (script: string | Scripted, asked: ChatAsked): Spoken => {
  const given: Scripted = typeof script === 'string' ? { text: script } : script;
  const thought = cut(given.reasoning ?? '', asked.stop, asked.maxTokens ?? Number.POSITIVE_INFINITY);
  const left = (asked.maxTokens ?? Number.POSITIVE_INFINITY) - words(thought.text);
  const said = thought.whole ? cut(given.text ?? '', asked.stop, left) : { text: '', whole: true };
  const last = thought.whole ? said : thought;
  return {
    model: asked.model,
    text: said.text,
    reasoning: thought.text,
    reasoningField: given.reasoningField ?? 'reasoning_content',
    finish: given.finish ?? (last.whole || last.stoppedAt !== undefined ? 'stop' : 'length'),
    stoppedAt: given.stoppedAt ?? last.stoppedAt,
    tokensIn: given.tokensIn ?? asked.messages.reduce((sum, { content }) => sum + words(content), 0),
    tokensOut: given.tokensOut ?? words(thought.text) + words(said.text),
  };
};

interface Cut {
  readonly text: string;
  /** Nothing is missing. */
  readonly whole: boolean;
  readonly stoppedAt?: string;
}

const cut = (text: string, stops: readonly string[], most: number): Cut => {
  const within = pieces(text).slice(0, Math.max(0, most)).join('');
  const ends = stops
    .map((stop) => ({ stop, at: text.indexOf(stop) }))
    .filter(({ stop, at }) => at >= 0 && at + stop.length <= within.length)
    .sort((a, b) => a.at - b.at);
  const first = ends[0];
  if (first) return { text: text.slice(0, first.at), whole: false, stoppedAt: first.stop };
  return { text: within, whole: within.trimEnd() === text.trimEnd() };
};
