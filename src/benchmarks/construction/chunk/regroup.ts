import { blocksOf } from './blocks.js';
import { splitLong } from './long-sentence.js';
import { sentencesIn } from './sentences.js';
import type { Span } from './span.js';
import type { CountTokens } from './tokens.js';

export interface RegroupOptions {
  readonly count: CountTokens;
  /** The most tokens of a passage, by the sum over its sentences. */
  readonly limit: number;
  /** A last passage with fewer tokens joins the one before it. */
  readonly least: number;
}

/** A passage of a text, with what had to be done to it. */
export interface Piece extends Span {
  readonly tokens: number;
  /** Whether it begins or ends inside a sentence that is longer than the limit. */
  readonly split: boolean;
}

/** More headings in a row than this are lines of a list. */
const MOST_HEADINGS = 3;

/**
 * Sentences of a text regrouped to passages of at most `limit` tokens, in order. Headings go with what follows them, and begin a new passage
 * where the one before them is half full. Items of lists and rows of tables stay whole while they fit.
 */
export const regroup = (text: string, { count, limit, least }: RegroupOptions): readonly Piece[] => {
  const pieces: Piece[] = [];
  let open: Piece | undefined;
  const close = (): void => {
    if (open) pieces.push(open);
    open = undefined;
  };
  for (const unit of unitsOf(text, count, limit)) {
    if (open && (open.tokens + unit.tokens > limit || (unit.headed && open.tokens * 2 >= limit))) close();
    open = open ? joined(open, unit) : unit;
  }
  const before = pieces.at(-1);
  if (open && before && open.tokens < least) {
    pieces[pieces.length - 1] = joined(before, open);
    open = undefined;
  }
  close();
  return pieces.map(({ start, end, tokens, split }) => ({ start, end, tokens, split }));
};

const joined = (one: Piece, next: Piece): Piece => ({
  start: one.start,
  end: next.end,
  tokens: one.tokens + next.tokens,
  split: one.split || next.split,
});

/** What is never torn: a sentence with the headings above it, or a part of a sentence that is too long. */
interface Unit extends Piece {
  readonly headed: boolean;
}

const unitsOf = (text: string, count: CountTokens, limit: number): readonly Unit[] => {
  const units: Unit[] = [];
  let headings: Unit[] = [];
  /** Headings become units of their own: they are too many or too long, or nothing follows. */
  const letGo = (): void => {
    units.push(...headings);
    headings = [];
  };
  const take = (span: Span): void => {
    const above = headings.reduce((sum, heading) => sum + heading.tokens, 0);
    const parts = partsOf(text, span, count, limit, above);
    const [first, ...rest] = parts;
    if (!first) return;
    units.push({
      ...first,
      start: headings[0]?.start ?? first.start,
      tokens: first.tokens + above,
      headed: headings.length > 0,
    });
    headings = [];
    units.push(...rest);
  };
  for (const block of blocksOf(text)) {
    if (block.kind === 'heading') {
      const parts = partsOf(text, block, count, limit, 0);
      const room = headings.reduce((sum, heading) => sum + heading.tokens, parts[0]!.tokens) * 2 <= limit;
      if (headings.length === MOST_HEADINGS || !room) letGo();
      if (parts.length === 1 && parts[0]!.tokens * 2 <= limit) headings.push({ ...parts[0]!, headed: true });
      else units.push(...parts);
    } else if (block.kind === 'prose') for (const sentence of sentencesIn(text, block)) take(sentence);
    else take(block);
  }
  letGo();
  return units;
};

/** A sentence as it is, or in parts where it does not fit. An item or row that is too long is cut between its sentences first. */
const partsOf = (
  text: string,
  span: Span,
  count: CountTokens,
  limit: number,
  above: number,
): readonly Unit[] => {
  const unit = (part: Span, tokens: number, split: boolean): Unit => ({
    ...part,
    tokens,
    split,
    headed: false,
  });
  const tokens = count(text.slice(span.start, span.end));
  if (tokens + above <= limit) return [unit(span, tokens, false)];
  const sentences = sentencesIn(text, span);
  if (sentences.length > 1)
    return sentences.flatMap((sentence, i) => partsOf(text, sentence, count, limit, i === 0 ? above : 0));
  return splitLong(text, span, count, limit, limit - above).map((part) =>
    unit(part, count(text.slice(part.start, part.end)), true),
  );
};
