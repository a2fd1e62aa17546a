import { InputError, type Pair } from '../../core/index.js';
import { cutTo, type Encoded, longestFirst, onlySecond } from './encode.js';
import type { PairPlan } from './plan.js';
import type { Prompt } from './settings.js';
import { inFrame, specials } from './token-template.js';
import type { TextTokenizer } from './tokenizer.js';

/** A pair as its model reads it. */
export interface EncodedPair extends Encoded {
  /** Tokens left out of each text. */
  readonly lost: { readonly query: number; readonly document: number };
}

/** Undefined where the rule of truncation leaves nothing of the document. */
export type EncodePair = (pair: Pair) => EncodedPair | undefined;

/** An encoder for some pairs: texts that come up again, as a query with each of its documents does, are tokenized once. */
export const pairEncoder = (tokenizer: TextTokenizer, plan: PairPlan): (() => EncodePair) => {
  const pieces = tokenizer.frame.pair;
  const room = plan.maxTokens - specials(pieces);
  // One of each text: less would be a score of something else than the pair.
  if (room < 2)
    throw new InputError({
      found: `a limit of ${plan.maxTokens} tokens, of which ${specials(pieces)} are special ones`,
      expected: 'room for at least one token of the query and one of the document',
      fix: 'raise maxTokens',
    });
  const keep = plan.truncation === 'only-second' ? onlySecond : longestFirst;
  return () => {
    const idsOf = remembered(tokenizer);
    return ({ query, document }) => {
      const [first, second] = [idsOf(query, plan.query), idsOf(document, plan.document)];
      const left = keep(first.length, second.length, room);
      if (!left) return undefined;
      const [A, B] = [cutTo(first, left[0], tokenizer.cutSide), cutTo(second, left[1], tokenizer.cutSide)];
      const framed = inFrame(pieces, { A, B });
      const lost = { query: first.length - A.length, document: second.length - B.length };
      return {
        ...framed,
        leftOut: 0,
        attended: framed.ids.length,
        cut: lost.query > 0 || lost.document > 0,
        lost,
      };
    };
  };
};

const remembered = (tokenizer: TextTokenizer): ((text: string, around: Prompt) => readonly number[]) => {
  const known = new Map<string, readonly number[]>();
  return (text, { prefix, suffix }) => {
    const whole = `${prefix}${text}${suffix}`;
    const ids = known.get(whole) ?? tokenizer.ids(whole);
    known.set(whole, ids);
    return ids;
  };
};
