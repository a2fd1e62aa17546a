import type { Entity } from '../../core/index.js';

/** A word of a text, and as it is tokenized: with the space before it, which byte-level vocabularies need. */
export interface Word {
  readonly start: number;
  readonly end: number;
  readonly spaced: string;
}

const WORD = /[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu;

/** Runs of letters and digits, and every other mark by itself. */
export const wordsIn = (text: string): readonly Word[] =>
  [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
    spaced: /\s/.test(text.charAt(index - 1)) ? ` ${word}` : word,
  }));

/** Words of one entity joined: B, S and U begin one; I, E and L go on with one of their label, and begin one where there is none; a tag without a mark goes on too. */
export const mergeTags = (words: readonly Word[], tags: readonly string[]): readonly Entity[] => {
  const entities: Entity[] = [];
  let open = false;
  for (const [i, tag] of tags.entries()) {
    const [, mark = 'I', label = tag] = /^([BIESLU])-(.+)$/.exec(tag) ?? [];
    const last = entities.at(-1);
    const { start, end } = words[i]!;
    if (tag === 'O') open = false;
    else if (open && last?.label === label && 'IEL'.includes(mark))
      entities[entities.length - 1] = { ...last, end };
    else entities.push({ start, end, label });
    if (tag !== 'O') open = !'SUEL'.includes(mark);
  }
  return entities;
};
