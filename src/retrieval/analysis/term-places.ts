import type { TextRange } from '../../core/index.js';
import type { NamedAnalyzer } from './analyzer.js';

/** Stretches between the spaces that no analyzer reads across. */
const STRETCH = /[^ \t\n\r]+/g;
/** Words within a stretch; what an analyzer makes one term of may hold several: "3.5". */
const WORD = /[\p{L}\p{N}\p{M}_]+/gu;

/** Where a text says some terms: places by term, in order, without overlaps. */
export const termPlaces = (
  { analyze }: Pick<NamedAnalyzer<string>, 'analyze'>,
  text: string,
  terms: ReadonlySet<string>,
): ReadonlyMap<string, readonly TextRange[]> => {
  const places = new Map<string, TextRange[]>();
  const add = (term: string, range: TextRange): void => {
    const own = places.get(term);
    if (own) own.push(range);
    else places.set(term, [range]);
  };
  for (const { 0: stretch, index } of text.matchAll(STRETCH)) {
    const said = new Set(analyze(stretch).filter((term) => terms.has(term)));
    if (said.size === 0) continue;
    const words = [...stretch.matchAll(WORD)].map((word) => ({
      said: analyze(word[0]),
      range: [index + word.index, index + word.index + word[0].length] as const,
    }));
    for (const term of said) {
      const own = words.filter((word) => word.said.includes(term));
      const whole = wholeOf(words.map(({ range }) => range)) ?? [index, index + stretch.length];
      for (const range of own.length > 0 ? own.map((word) => word.range) : [whole]) add(term, range);
    }
  }
  return places;
};

/** From the first word to the last, without the punctuation around them. */
const wholeOf = (words: readonly TextRange[]): TextRange | undefined =>
  words.length > 0 ? [words[0]![0], words.at(-1)![1]] : undefined;
