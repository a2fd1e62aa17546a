import type { TextRange } from '../../../core/index.js';
import type { NamedAnalyzer } from './analyzer.js';

/** Stretches between the spaces that no analyzer reads across. */
const STRETCH = /[^ \t\n\r]+/g;
/** Words within a stretch; what an analyzer makes one term of may hold several: "3.5". */
const WORD = /[\p{L}\p{N}\p{M}_]+/gu;

/** Finds where texts say terms. It remembers the stretches it has seen: documents repeat most of their words. */
export const termFinder = ({ analyze }: Pick<NamedAnalyzer<string>, 'analyze'>) => {
  const seen = new Map<string, readonly string[]>();
  const termsOf = (stretch: string): readonly string[] => {
    const known = seen.get(stretch);
    if (known) return known;
    const terms = analyze(stretch);
    seen.set(stretch, terms);
    return terms;
  };
  /** Places by term, in order, without overlaps. */
  return (text: string, terms: ReadonlySet<string>): ReadonlyMap<string, readonly TextRange[]> => {
    const places = new Map<string, TextRange[]>();
    const add = (term: string, range: TextRange): void => {
      const own = places.get(term);
      if (own) own.push(range);
      else places.set(term, [range]);
    };
    for (const { 0: stretch, index } of text.matchAll(STRETCH)) {
      const said = new Set(termsOf(stretch).filter((term) => terms.has(term)));
      if (said.size === 0) continue;
      const words = [...stretch.matchAll(WORD)].map((word) => ({
        said: termsOf(word[0]),
        range: [index + word.index, index + word.index + word[0].length] as const,
      }));
      const whole = wholeOf(words.map(({ range }) => range)) ?? [index, index + stretch.length];
      for (const term of said) {
        const own = words.filter((word) => word.said.includes(term));
        for (const range of own.length > 0 ? own.map((word) => word.range) : [whole]) add(term, range);
      }
    }
    return places;
  };
};

/** Where texts say terms, as `termFinder` finds it. */
export type FindTerms = ReturnType<typeof termFinder>;

/** From the first word to the last, without the punctuation around them. */
const wholeOf = (words: readonly TextRange[]): TextRange | undefined =>
  words.length > 0 ? [words[0]![0], words.at(-1)![1]] : undefined;
