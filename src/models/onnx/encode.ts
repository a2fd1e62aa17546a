import { InputError, PYTHON_SPACE, WorkError } from '../../core/index.js';
import { inFrame, type Piece, specials } from './token-template.js';
import type { TextTokenizer } from './tokenizer.js';

/** A text as its model reads it. */
export interface Encoded {
  readonly ids: readonly number[];
  readonly types: readonly number[];
  /** So many tokens at the start do not count in the pooling. */
  readonly leftOut: number;
  /** From this token on, the others do not look at it: mask tokens that fill up a query. */
  readonly attended: number;
  readonly cut: boolean;
}

/** How the texts of one role become tokens. */
export interface EncodePlan {
  readonly prefix: string;
  readonly suffix: string;
  readonly maxTokens: number;
  readonly strip: boolean;
  readonly lowerCase: boolean;
  /** The text is the second of a pair whose first is empty. */
  readonly pair: boolean;
  readonly appendEos: boolean;
  readonly promptTokens: 'pool' | 'leave-out' | 'leave-out-bare';
  /** A token after the first special one. */
  readonly marker?: string;
  /** Filled up with mask tokens to a length, that the other tokens look at or not. */
  readonly fill?: { readonly to: number; readonly attended: boolean };
}

export type Encode = (text: string) => Encoded;

export const encoder = (tokenizer: TextTokenizer, plan: EncodePlan): Encode => {
  const pieces = piecesOf(tokenizer, plan);
  const room = plan.maxTokens - specials(pieces);
  if (room < 1)
    throw new InputError({
      found: `a limit of ${plan.maxTokens} tokens, of which ${specials(pieces)} are special ones`,
      expected: 'room for at least one token of the text',
      fix: 'raise maxTokens',
    });
  const eos = plan.appendEos ? endToken(tokenizer) : undefined;
  const asRead = (text: string): string => {
    const stripped = plan.strip ? strip(text) : text;
    return plan.lowerCase ? stripped.toLowerCase() : stripped;
  };
  const frame = (text: string): Encoded => {
    const body = tokenizer.ids(asRead(text));
    const left = plan.pair ? longestFirst(0, body.length, room)[1] : room;
    const cutBody = cutTo(body, left, tokenizer.cutSide);
    const { ids, types } = inFrame(pieces, plan.pair ? { A: [], B: cutBody } : { A: cutBody, B: [] });
    if (eos !== undefined && ids.at(-1) !== eos)
      throw new WorkError(`a text ends in token ${ids.at(-1)} instead of the end token ${eos}`);
    return { ids, types, leftOut: 0, attended: ids.length, cut: cutBody.length < body.length };
  };
  const leftOut = leftOutOf(tokenizer, plan, pieces, frame);
  return (text) => {
    const framed = { ...frame(plan.prefix + text + plan.suffix), leftOut };
    return plan.fill ? filled(framed, tokenizer, plan.fill) : framed;
  };
};

const piecesOf = (tokenizer: TextTokenizer, plan: EncodePlan): readonly Piece[] => {
  const pieces = [...(plan.pair ? tokenizer.frame.pair : tokenizer.frame.single)];
  if (plan.marker !== undefined) {
    const special = tokenizer.idOf(plan.marker);
    if (special === undefined)
      throw new InputError({
        found: `marker "${plan.marker}"`,
        expected: "a token of the model's vocabulary",
        fix: 'check that tokenizer.json belongs to this model',
      });
    pieces.splice('special' in pieces[0]! ? 1 : 0, 0, { special, type: 0 });
  }
  if (plan.appendEos) {
    const special = endToken(tokenizer);
    const last = pieces.at(-1)!;
    if (!('special' in last) || last.special !== special) pieces.push({ special, type: last.type });
  }
  return pieces;
};

const endToken = ({ eosId }: TextTokenizer): number => {
  if (eosId !== undefined) return eosId;
  throw new InputError({
    found: 'an end token to append, but the model names none',
    expected: 'eos_token in tokenizer_config.json or special_tokens_map.json, or eos_token_id in config.json',
    fix: 'add eos_token to tokenizer_config.json',
  });
};

const leftOutOf = (
  tokenizer: TextTokenizer,
  plan: EncodePlan,
  pieces: readonly Piece[],
  frame: (text: string) => Encoded,
): number => {
  if (plan.prefix === '' || plan.promptTokens === 'pool') return 0;
  if (plan.promptTokens === 'leave-out-bare') return tokenizer.ids(plan.prefix).length;
  const closing = pieces.slice(pieces.findLastIndex((piece) => 'text' in piece) + 1);
  return frame(plan.prefix).ids.length - specials(closing);
};

const filled = (
  encoded: Encoded,
  { maskId }: TextTokenizer,
  { to, attended }: NonNullable<EncodePlan['fill']>,
): Encoded => {
  if (maskId === undefined)
    throw new InputError({
      found: 'queries to fill up, but the model names no mask token',
      fix: 'add mask_token to tokenizer_config.json',
    });
  const length = encoded.ids.length;
  const missing = Math.max(0, to - length);
  return {
    ...encoded,
    ids: [...encoded.ids, ...new Array<number>(missing).fill(maskId)],
    types: [...encoded.types, ...new Array<number>(missing).fill(0)],
    attended: attended ? length + missing : length,
  };
};

const LEADING = new RegExp(`^${PYTHON_SPACE}+`);
/** Looks at single characters from the end, so that long inner white space costs nothing. */
const IS_SPACE = new RegExp(PYTHON_SPACE);

const strip = (text: string): string => {
  let end = text.length;
  while (end > 0 && IS_SPACE.test(text[end - 1]!)) end--;
  return text.slice(0, end).replace(LEADING, '');
};

/** How many tokens each of two texts keeps when together they may have `room`: the longer one gives way first. */
export const longestFirst = (first: number, second: number, room: number): readonly [number, number] => {
  if (first + second <= room) return [first, second];
  const shorter = Math.min(first, second);
  // As Hugging Face's tokenizers: where both must be cut, the remaining token goes to the longer text.
  const [less, more] =
    shorter <= room - shorter
      ? [shorter, room - shorter]
      : [Math.floor(room / 2), Math.floor(room / 2) + (room % 2)];
  return first > second ? [more, less] : [less, more];
};

/**
 * The same where only the second text may be cut. Undefined where that would leave nothing of it: Hugging Face's
 * tokenizers refuse such a pair.
 */
export const onlySecond = (
  first: number,
  second: number,
  room: number,
): readonly [number, number] | undefined => {
  if (first + second <= room) return [first, second];
  return first < room ? [first, room - first] : undefined;
};

/** The `keep` tokens that stay when the other side is cut off. */
export const cutTo = (ids: readonly number[], keep: number, cutSide: 'left' | 'right'): readonly number[] => {
  if (ids.length <= keep) return ids;
  return cutSide === 'right' ? ids.slice(0, keep) : ids.slice(ids.length - keep);
};
