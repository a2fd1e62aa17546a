import { InputError, LIMITS } from '../../../core/index.js';
import { flaw, type Statement, statementsOf, type Token } from './tokens.js';

/**
 * What Python's `str.format` makes of a template with named places: `{{` and `}}` are braces, `{NAME}` is filled. Places with
 * anything else in them are refused.
 */
export const pythonFormat = (
  template: string,
  named: (name: string) => string,
  wrong: (found: string) => Error,
): string =>
  template.replace(/\{\{|\}\}|\{([^{}]*)\}|[{}]/g, (found, name: string | undefined) => {
    if (found === '{{') return '{';
    if (found === '}}') return '}';
    if (name !== undefined && /^[A-Za-z_]\w*$/.test(name)) return named(name);
    throw wrong(`a brace that .format does not take: ${found}`);
  });

/** What an expression of plain values comes to. */
export type Value = string | number | boolean | null | readonly Value[] | ReadonlyMap<string, Value>;

/** The values that Python files assign to names, each worked out when it is requested. */
export interface Tables {
  /** Names that some file assigns. */
  readonly names: ReadonlySet<string>;
  /** Throws an `InputError` with file and line where the value is made by more than plain strings. */
  value(name: string): Value;
  /** Where a name is assigned. */
  placeOf(name: string): { readonly file: string; readonly line: number };
}

interface Assignment {
  readonly file: string;
  readonly line: number;
  readonly tokens: readonly Token[];
}

interface TablesOptions {
  /** Names that functions assign count too, as do `self.name`, and an f-string is the template that `.format` would take. */
  readonly within?: boolean;
}

/** Reads files by name; none is run. A name that two files assign differently is refused when it is requested. */
export const openTables = (
  files: ReadonlyMap<string, string>,
  { within = false }: TablesOptions = {},
): Tables => {
  const assigned = new Map<string, Assignment[]>();
  for (const [file, content] of files) {
    const ofFile = new Map<string, Assignment>();
    for (const statement of statementsOf(content, file, within)) {
      const found = assignmentIn(within ? withSelf(statement) : statement, file);
      if (found) ofFile.set(found.name, found);
    }
    for (const [name, found] of ofFile) assigned.set(name, [...(assigned.get(name) ?? []), found]);
  }
  const inFlight = new Set<string>();
  let looked = 0;
  const assignmentOf = (name: string, from?: string): Assignment => {
    const all = assigned.get(name) ?? [];
    const own = all.find(({ file }) => file === from);
    const [first, second] = own ? [own] : all;
    if (!first) throw new InputError({ found: `no table ${name}`, fix: 'check that the file is whole' });
    if (second)
      throw flaw(second.file, second.line, `a second ${name}; the first is at ${first.file}:${first.line}`);
    return first;
  };
  const value = (name: string, from?: string): Value => {
    const { file, line, tokens } = assignmentOf(name, from);
    const key = `${file}\0${name}`;
    if (inFlight.has(key)) throw flaw(file, line, `${name}, which is made of itself`);
    looked += 1;
    if (looked > LIMITS.pythonNames.most) throw flaw(file, line, `${name}, which takes too many other names`);
    inFlight.add(key);
    try {
      const named = (other: string, at: number): Value => {
        if (!assigned.has(other)) throw flaw(file, at, `the name ${other}, which no file assigns`);
        return value(other, file);
      };
      return evaluate(tokens, file, named, within);
    } finally {
      inFlight.delete(key);
    }
  };
  return {
    names: new Set(assigned.keys()),
    value: (name) => value(name),
    placeOf: (name) => assignmentOf(name),
  };
};

/** `self.name = …` as the assignment of one name. */
const withSelf = ([self, dot, name, ...rest]: Statement): Statement =>
  self?.text === 'self' && dot?.text === '.' && name?.kind === 'name'
    ? [{ ...name, text: `self.${name.text}` }, ...rest]
    : [self, dot, name, ...rest].filter((token) => token !== undefined);

const assignmentIn = (
  [name, equals, ...tokens]: Statement,
  file: string,
): (Assignment & { readonly name: string }) | undefined =>
  name?.kind === 'name' && equals?.kind === 'mark' && equals.text === '=' && tokens[0]?.text !== '='
    ? { name: name.text, file, line: name.line, tokens }
    : undefined;

const WORDS: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['True', true],
  ['False', false],
  ['None', null],
]);

const NO_TEXT = 'an f-string or bytes in a table';

/** Strings side by side are one. Next to an f-string the braces of a plain one are doubled, since in it they are braces. */
const joined = (strings: readonly Token[]): string => {
  const isTemplate = strings.some(({ kind }) => kind === 'format');
  return strings
    .map(({ kind, text }) => (isTemplate && kind === 'text' ? text.replace(/[{}]/g, '$&$&') : text))
    .join('');
};

/** Works out an expression of plain values. */
const evaluate = (
  tokens: readonly Token[],
  file: string,
  named: (name: string, line: number) => Value,
  templates = false,
): Value => {
  let at = 0;
  const line = (): number => (tokens[at] ?? tokens.at(-1))?.line ?? 1;
  const wrong = (
    found = `${tokens[at] ? `"${tokens[at]!.text}"` : 'the end of the statement'} in a table`,
  ): InputError => flaw(file, line(), found);
  const is = (mark: string): boolean => tokens[at]?.kind === 'mark' && tokens[at]!.text === mark;
  const take = (mark: string): void => {
    if (!is(mark)) throw wrong();
    at += 1;
  };

  const isString = ({ kind }: Token): boolean => kind === 'text' || (templates && kind === 'format');

  const sum = (): Value => {
    let made = term();
    while (is('+')) {
      at += 1;
      const more = term();
      if (typeof made !== 'string' || typeof more !== 'string') throw wrong('a sum that is not of strings');
      made += more;
      if (made.length > LIMITS.pythonText.most) throw wrong('a text of more than a million characters');
    }
    return made;
  };
  const term = (): Value => {
    let made = atom();
    for (;;) {
      if (is('[')) {
        at += 1;
        const key = sum();
        take(']');
        const found = made instanceof Map && typeof key === 'string' ? made.get(key) : undefined;
        if (found === undefined) throw wrong(`the key ${JSON.stringify(key)}, which the table does not have`);
        made = found as Value;
      } else if (is('.') && tokens[at + 1]?.text === 'format' && typeof made === 'string') {
        at += 2;
        made = formatted(made);
      } else return made;
    }
  };
  const formatted = (template: string): string => {
    const values = new Map<string, string>();
    take('(');
    while (!is(')')) {
      const name = tokens[at];
      if (name?.kind !== 'name') throw wrong();
      at += 1;
      take('=');
      const given = sum();
      if (typeof given !== 'string') throw wrong(`${name.text}, which is not a string`);
      values.set(name.text, given);
      if (given.length * template.length > LIMITS.pythonText.most * 1000)
        throw wrong('a text of more than a million characters');
      if (!is(')')) take(',');
    }
    take(')');
    return pythonFormat(
      template,
      (name) => {
        if (!values.has(name)) throw wrong(`the place {${name}}, which .format does not fill`);
        return values.get(name)!;
      },
      wrong,
    );
  };
  const items = (end: string): Value[] => {
    const made: Value[] = [];
    while (!is(end)) {
      made.push(sum());
      if (!is(end)) take(',');
    }
    take(end);
    return made;
  };
  const dictionary = (): Value => {
    const made = new Map<string, Value>();
    while (!is('}')) {
      const key = sum();
      if (typeof key !== 'string') throw wrong('a key that is not a string');
      take(':');
      made.set(key, sum());
      if (!is('}')) take(',');
    }
    take('}');
    return made;
  };
  const atom = (): Value => {
    const token = tokens[at];
    if (token && isString(token)) {
      const begin = at;
      while (tokens[at] && isString(tokens[at]!)) at += 1;
      if (tokens[at]?.kind === 'other' || tokens[at]?.kind === 'format') throw wrong(NO_TEXT);
      return joined(tokens.slice(begin, at));
    }
    at += 1;
    if (token?.kind === 'name')
      return WORDS.has(token.text) ? WORDS.get(token.text)! : named(token.text, token.line);
    if (token?.kind === 'number' && /^\d+(\.\d*)?$/.test(token.text)) return Number(token.text);
    if (token?.kind === 'mark' && token.text === '{') return dictionary();
    if (token?.kind === 'mark' && token.text === '[') return items(']');
    if (token?.kind === 'mark' && token.text === '(') {
      const from = at;
      const inside = items(')');
      const isTuple = inside.length !== 1 || tokens[at - 2]?.text === ',';
      return isTuple || from === at ? inside : inside[0]!;
    }
    at -= 1;
    throw token?.kind === 'other' || token?.kind === 'format' ? wrong(NO_TEXT) : wrong();
  };

  const made = sum();
  if (at < tokens.length) throw wrong();
  return made;
};
