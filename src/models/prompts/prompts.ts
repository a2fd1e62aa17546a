import type { RerankPrompt } from './rerank-prompt.js';

/** A prompt template: text with `{NAME}` in the places that are filled. */
export interface Template {
  readonly text: string;
  /** The file it was read from, as `data/prompts/hyde/Biology.txt` or a user's own. */
  readonly source: string;
  /** Hash of the text, so that records with other words differ. */
  readonly hash: string;
}

/** The templates that methods ask for; a user's folder comes before the package's. */
export interface Prompts {
  /** Whose words they are, for people who read a record; the package's own where it is absent. */
  readonly origin?: string;
  /**
   * The template of a name such as `hyde` or `search-o1/digest` for a task; tasks without one of their own get
   * `default.txt`.
   */
  template(name: string, task: string): Template;
  /** Prompts of other programs' rerankers, by name. */
  readonly imported?: ReadonlyMap<string, RerankPrompt>;
}

/** A place to fill: a name of capital letters in braces. Other braces are ordinary text. */
const PLACE = /\{([A-Z]+)\}/g;

/** Values never become instructions: what is filled in is not looked at for further places. */
export const fill = (template: Template, values: Readonly<Record<string, string>>): string =>
  template.text.replace(PLACE, (place, name: string) =>
    Object.hasOwn(values, name) ? values[name]! : place,
  );

/** The names of the places in a template, each once, in the order of their first occurrence. */
export const placeholdersIn = ({ text }: Pick<Template, 'text'>): readonly string[] => [
  ...new Set([...text.matchAll(PLACE)].map(([, name]) => name!)),
];
