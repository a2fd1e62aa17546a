import { own } from '../core/index.js';

const LONGEST = 10;

/**
 * Column headings for tasks: the registry's short names; other names cut short, without the words they all begin with
 * where they could not be told apart (the splits of a Nano set all begin with the name of the set).
 */
export const taskHeadings = (
  tasks: readonly string[],
  shortNames: Readonly<Record<string, string>>,
): readonly string[] => {
  const names = tasks.map((task) => own(shortNames, task) ?? task);
  const headings = names.map(cut);
  if (new Set(headings).size === tasks.length) return headings;
  const shared = sharedWords(names);
  return names.map((name) => cut(name.slice(shared)));
};

const cut = (name: string): string => (name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name);

/** Characters of the words that all names begin with, and that leave something of each. */
const sharedWords = (names: readonly string[]): number => {
  const [first = '', ...others] = names;
  let shared = 0;
  for (let at = 1; at < first.length; at++) {
    if (others.some((name) => name.length <= at || name[at - 1] !== first[at - 1])) break;
    if (names.every((name) => beginsWord(name, at))) shared = at;
  }
  return shared;
};

const beginsWord = (name: string, at: number): boolean =>
  /\p{Lu}/u.test(name[at]!) || !/[\p{L}\p{N}]/u.test(name[at - 1]!);
