/** The verbs by what a person wants to do; one that is not named here is among the last. */
const GROUPS: readonly (readonly [heading: string, verbs: readonly string[]])[] = [
  ['Run and score:', ['run', 'eval', 'reproduce', 'recipes', 'tune', 'merge', 'embed', 'engine']],
  ['See results:', ['leaderboard', 'compare', 'explain', 'search', 'web', 'export', 'submit', 'check']],
  ['Tasks, models:', ['tasks', 'models', 'fetch', 'import', 'analyze']],
  ['Generated texts:', ['generate', 'judge', 'answer', 'prompts']],
  ['Benchmarks:', ['audit', 'build', 'review', 'nano']],
];

const OTHERS = 'This program:';

/** The heading of help that a verb is under. */
export const verbGroup = (verb: string): string =>
  GROUPS.find(([, group]) => group.includes(verb))?.[0] ?? OTHERS;

/** Verbs in the order of help: by group, and within each as the group lists them. */
export const inHelpOrder = (verbs: readonly string[]): readonly string[] => [
  ...GROUPS.flatMap(([, group]) => group.filter((verb) => verbs.includes(verb))),
  ...verbs.filter((verb) => verbGroup(verb) === OTHERS),
];
