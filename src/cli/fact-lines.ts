/** A fact of a page: its name, and no text where it does not apply. */
type Fact = readonly [name: string, text: string | undefined];

/** What an entry says of the model itself, whatever runs it. */
export const aboutFacts = (entry: {
  readonly licence?: string | undefined;
  readonly released?: string | undefined;
  readonly base?: string | undefined;
  readonly trainedOn?: readonly string[] | undefined;
}): readonly Fact[] => [
  ['licence', entry.licence],
  ['released', entry.released],
  ['made from', entry.base],
  ['trained on', entry.trainedOn?.join(', ')],
];

/** What every entry of a registry says last: where it is from, what is special, what is not certain. */
export const lastFacts = (entry: {
  readonly source: string;
  readonly notes: readonly string[];
  readonly unconfirmed: readonly string[];
}): readonly Fact[] => [
  ['source', entry.source],
  ...entry.notes.map((note): Fact => ['note', note]),
  ['unconfirmed', entry.unconfirmed.join(', ') || undefined],
];

export const factLine = (name: string, text: string): string => `  ${name.padEnd(13)} ${text}`;

export const factLines = (heading: string, facts: readonly Fact[]): string =>
  [heading, ...facts.flatMap(([name, text]) => (text === undefined ? [] : [factLine(name, text)]))].join(
    '\n',
  );
