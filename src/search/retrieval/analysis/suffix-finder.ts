/** The first of some rules, in their order, whose suffix a word ends in. A plain loop, since it runs several times for every new word. */
export const suffixFinder = <Rule extends readonly [suffix: string, ...rest: unknown[]]>(
  rules: readonly Rule[],
): ((word: string) => Rule | undefined) => {
  const byLastUnit = new Map<number, Rule[]>();
  for (const rule of rules) {
    const last = lastUnit(rule[0]);
    byLastUnit.set(last, [...(byLastUnit.get(last) ?? []), rule]);
  }
  return (word) => {
    const likely = byLastUnit.get(lastUnit(word));
    if (likely) for (let i = 0; i < likely.length; i++) if (word.endsWith(likely[i]![0])) return likely[i];
    return undefined;
  };
};

const lastUnit = (word: string): number => word.charCodeAt(word.length - 1);

/** Pairs written as `from>to`, such as a suffix and what takes its place. */
export const pairsIn = (text: string): readonly (readonly [from: string, to: string])[] =>
  text.split(' ').map((pair) => pair.split('>') as [string, string]);
