import { InputError, isDeviceName, shortName, splitOutside, trimmedEnds } from '../../core/index.js';

/** One stage as written: `bm25`, `hyde(gpt4)`, `bm25(k1=1.2, b=0.75)`, `rrf(hyde(gpt4) > bm25, bge)`. */
export interface StageText {
  readonly name: string;
  readonly text: string;
  /** Plain settings; one that is a system itself is in its canonical form. */
  readonly values: readonly string[];
  /**
   * The plain settings as systems, each in its place; undefined for one that is none. A bare word such as the name of a
   * language model reads like a system of one stage.
   */
  readonly systems: readonly (SystemText | undefined)[];
  readonly named: Readonly<Record<string, string>>;
}

/** A system as it is written, parsed. */
export type SystemText = readonly StageText[];

/**
 * A name, a scheme with what it leads to (`served:http://host/v1#model`, `command:"python embed.py"`) or a hub id (`BAAI/bge-m3`), and
 * settings.
 */
const STAGE = /^([A-Za-z][\w.-]*(?::(?:"[^"]*"|[^\s"()]+))?|\w[\w.-]*\/\w[\w.-]*)(?:\((.*)\))?$/s;
/** Without a space there is nothing to quote, and brackets at the end are settings. */
const UNQUOTED_COMMAND = /^command:(?!")(\S+\s.*)$/s;
const NAMED = /^([A-Za-z][\w-]*)\s*=\s*(.*)$/s;

/**
 * Reads a system as it is printed: stages separated by `>`, each a name with its settings in brackets.
 * `printStages(parseStages(text))` is the canonical form of `text`.
 */
export const parseStages = (text: string): SystemText =>
  separated(text, '>', text).map((part) => {
    const [, name, settings] = STAGE.exec(part) ?? STAGE.exec(withQuotes(part)) ?? [];
    if (!name) throw malformed(part, text);
    const items = settings?.trim() ? separated(settings, ',', text) : [];
    const named = items.flatMap((item) => {
      const [, key, value] = NAMED.exec(item) ?? [];
      return key === undefined ? [] : [[key, value!] as const];
    });
    return stageText(
      registered(name),
      items.filter((item) => !NAMED.test(item)),
      Object.fromEntries(named),
    );
  });

/** Registered names are of small letters, whatever is typed: `BM25` is `bm25`. What a scheme leads to, and ids of the hub, stay as they are. */
const registered = (name: string): string => (/[:/]/.test(name) ? name : name.toLowerCase());

export const stageText = (
  name: string,
  plain: readonly string[],
  named: StageText['named'] = {},
): StageText => {
  const systems = plain.map((value) => (readsAsSystem(value) ? parseStages(value) : undefined));
  const values = plain.map((value, i) => (isNested(value) ? printStages(systems[i]!) : value));
  const settings = [...values, ...Object.entries(named).map(([key, value]) => `${key}=${value}`)];
  return {
    name,
    text: settings.length > 0 ? `${name}(${settings.join(', ')})` : name,
    values,
    systems,
    named,
  };
};

/**
 * `command:python3 own.py`, whose quotes a shell has removed, with its quotes again; anything else unchanged. Quotes
 * within the command become single ones, which mean the same when it is split into words.
 */
export const withQuotes = (name: string): string => {
  const [, line] = UNQUOTED_COMMAND.exec(name) ?? [];
  if (line === undefined) return name;
  const quoted = line.replace(/"([^"'\\]*)"/g, "'$1'");
  if (!quoted.includes('"')) return `command:"${quoted}"`;
  throw new InputError({
    found: `a double quote in the command: ${line}`,
    expected: 'a program and its arguments',
    fix: 'put the line into a script, and name the script',
  });
};

/** Brackets or `>` in a setting make it a system of its own, or nothing. */
const isNested = (value: string): boolean => /[()>]/.test(value);

const readsAsSystem = (value: string): boolean =>
  isNested(value) || STAGE.test(value) || UNQUOTED_COMMAND.test(value);

/** The settings of a stage that are systems themselves, as in a fusion. */
export const systemsIn = ({ systems }: StageText): readonly SystemText[] =>
  systems.filter((system) => system !== undefined);

/** The text of every stage of a system, those of systems within it too, each once. */
export const stagesOf = (system: SystemText): readonly string[] => [...new Set(allStages(system))];

const allStages = (system: SystemText): readonly string[] =>
  system.flatMap((stage) => [stage.text, ...systemsIn(stage).flatMap(allStages)]);

const separated = (text: string, separator: '>' | ',', whole: string): readonly string[] => {
  const parts = splitOutside(text, separator);
  if (!parts) throw malformed(text, whole);
  return parts.map((part) => part.trim());
};

const malformed = (part: string, text: string): InputError =>
  new InputError({
    found: part === text ? `the system "${text}"` : `"${part}" in the system "${text}"`,
    expected: 'stages separated by ">", each a name with settings in brackets',
    fix: 'write it like "hyde(gpt4) > bm25(k1=0.9, b=0.4) > top(10)"',
  });

/** The text of a system: the inverse of `parseStages`. */
export const printStages = (stages: SystemText): string => stages.map(({ text }) => text).join(' > ');

/**
 * A system's name as part of a path: `hyde(gpt4) > bm25` becomes `hyde-gpt4.bm25`. One that is longer than a disk takes, such as that of
 * sixty fused systems, is truncated and ends with a hash of the whole name.
 */
export const slug = (name: string): string => {
  const whole = (splitOutside(name, '>') ?? [name])
    .map((part) => trimmedEnds(part.replace(/[^\p{L}\p{N}.]+/gu, '-'), /[-.]/))
    .join('.');
  // A disk of Windows has devices of some names.
  return shortName(isDeviceName(whole) ? `_${whole}` : whole, name);
};
