import type { Alias, Document, LineCounter, Node } from 'yaml';
import { type ErrorLocation, InputError, LIMITS, limitText } from '../../core/index.js';

/** The way to a part of a file: keys of objects and places in lists. */
export type PartPath = readonly (string | number)[];

/** What a YAML file says. */
export interface YamlText {
  readonly value: unknown;
  /** The line of a part of it: that of the nearest enclosing part that is there. */
  placeOf(path: PartPath): ErrorLocation;
}

/** Reads YAML, of which JSON is a part, and remembers the lines. */
export const readYaml = async (text: string, file: string): Promise<YamlText> => {
  if (text.length > LIMITS.yaml.most)
    throw new InputError({
      at: { file },
      found: `${text.length} characters of YAML`,
      expected: `at most ${limitText(LIMITS.yaml)}`,
      fix: 'check that this is the file you mean; put long lists into a file of data',
    });
  // Loaded late: few commands need it.
  const { LineCounter: Lines, parseDocument, visit } = await import('yaml');
  const lines = new Lines();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'error' });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem)
    throw new InputError(
      {
        at: { file, line: lines.linePos(problem.pos[0]).line },
        found: problem.message,
        expected: 'YAML',
        fix: 'put a text that begins with { or holds ": " or " #" into quotes',
      },
      { cause: problem },
    );
  return {
    value: plain(document, file, lines, visit),
    placeOf: (path) => ({ file, line: lines.linePos(offsetOf(document, path)).line }),
  };
};

type Visit = typeof import('yaml')['visit'];

const plain = (document: Document, file: string, lines: LineCounter, visit: Visit): unknown => {
  try {
    return document.toJS({ maxAliasCount: LIMITS.yamlAliases.most });
  } catch (error) {
    const alias = wrongAlias(document, visit);
    const name = alias ? `*${alias.source}` : 'an alias';
    throw new InputError(
      {
        at: { file, ...(alias?.range && { line: lines.linePos(alias.range[0]).line }) },
        found: alias?.resolve(document)
          ? `${name}, an alias of aliases that multiply without end`
          : `${name}, an alias of nothing`,
        expected: `values, or an alias of what &${alias?.source ?? 'name'} marks above it`,
        fix: 'write the values out in place of the alias',
      },
      { cause: error },
    );
  }
};

/** The first alias that refers to nothing, else the first of something that holds aliases itself. */
const wrongAlias = (document: Document, visit: Visit): Alias | undefined => {
  const aliases: Alias[] = [];
  visit(document, { Alias: (_, alias) => void aliases.push(alias) });
  const holdsAliases = (alias: Alias): boolean => {
    let holds = false;
    visit(alias.resolve(document) ?? null, {
      Alias: () => {
        holds = true;
        return visit.BREAK;
      },
    });
    return holds;
  };
  return aliases.find((alias) => !alias.resolve(document)) ?? aliases.find(holdsAliases) ?? aliases[0];
};

const offsetOf = (document: Document, path: PartPath): number => {
  for (let length = path.length; length > 0; length--) {
    const key = keyOffset(document, path.slice(0, length));
    if (key !== undefined) return key;
  }
  return document.contents?.range?.[0] ?? 0;
};

/** Of an entry of a map its key, since its value may begin on another line. */
const keyOffset = (document: Document, path: PartPath): number | undefined => {
  const parent = (path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents) as
    | {
        readonly items?: readonly {
          readonly key?: { readonly value: unknown; readonly range?: readonly number[] | null };
        }[];
      }
    | undefined;
  const pair = parent?.items?.find(({ key }) => key?.value === path.at(-1));
  if (pair?.key?.range) return pair.key.range[0];
  return (document.getIn(path, true) as Node | undefined)?.range?.[0];
};
