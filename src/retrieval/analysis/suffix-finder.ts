/** The first of some rules, in their order, whose suffix a word ends in. */
export const suffixFinder = <Rule extends readonly [suffix: string, ...rest: unknown[]]>(
  rules: readonly Rule[],
): ((word: string) => Rule | undefined) => {
  const byLastLetter = new Map<string | undefined, Rule[]>();
  for (const rule of rules) {
    const last = rule[0].at(-1);
    byLastLetter.set(last, [...(byLastLetter.get(last) ?? []), rule]);
  }
  return (word) => byLastLetter.get(word.at(-1))?.find(([suffix]) => word.endsWith(suffix));
};
