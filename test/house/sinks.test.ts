import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { files, SRC, textOf } from '../support/source-graph.js';

/** Places where text becomes something else, as they were reviewed: by kind, why it does no harm, the files. SECURITY.md says what is claimed. */
const REVIEWED = JSON.parse(readFileSync(new URL('sinks.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, Readonly<Record<string, readonly string[]>>>
>;

const without = (file: string): string => textOf(file).replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');

/** The arguments of calls of a function. */
const callsIn = (text: string, name: RegExp): readonly (readonly string[])[] =>
  [...text.matchAll(name)].map(({ index, 0: found }) => {
    const parts = [''];
    for (let at = index + found.length, depth = 0; depth >= 0; at++) {
      const sign = text[at]!;
      if ('([{'.includes(sign)) depth++;
      if (')]}'.includes(sign)) depth--;
      if (sign === ',' && depth === 0) parts.push('');
      else parts[parts.length - 1] += sign;
    }
    return parts.map((part) => part.trim());
  });

/** Texts and constants of ours. */
const isOurs = (argument: string): boolean => /^('[^']*'\)?|[A-Z][A-Z_]*\)?|\)|)$/.test(argument);

const joinsForeign = (text: string): boolean =>
  /from 'node:path'/.test(text) &&
  callsIn(text, /(?<![.\w])(?:join|resolve)\(/g).some(([, ...more]) => !more.every(isOurs));

/** What is looked for, by kind. */
const SINKS: Readonly<Record<string, (text: string) => boolean>> = {
  command: (text) => /from 'node:child_process'/.test(text),
  code: (text) => /\beval\(|new Function\(|\bimport\((?!\s*')|createRequire\(|from 'node:vm'/.test(text),
  'regular expression': (text) => /\bRegExp\(/.test(text),
  HTML: (text) =>
    /innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write|srcdoc|<html[ >]/i.test(
      text,
    ),
  terminal: (text) => /process\.(stdout|stderr)\b(?!\.columns)|\bconsole\.|writeSync\([12]\b/.test(text),
  prompt: (text) =>
    /import \{[^}]*\bfill\b[^}]*\} from '[^']*prompts|role: 'user', content|export const fill\b/.test(text),
  path: joinsForeign,
};

describe('places where text becomes something else', () => {
  it.each(Object.entries(SINKS))(
    '%s: all of them were reviewed, and none that was is gone',
    (kind, isSink) => {
      const reviewed = Object.values(REVIEWED[kind]!).flat();
      expect(new Set(reviewed).size).toBe(reviewed.length);
      expect(files.filter((file) => isSink(without(file))).sort()).toEqual([...reviewed].sort());
    },
  );

  it('SECURITY.md says how many there are of each kind', () => {
    const page = readFileSync(join(SRC, '../SECURITY.md'), 'utf8');
    for (const [kind, reasons] of Object.entries(REVIEWED))
      expect(page).toContain(`| ${kind} | ${Object.values(reasons).flat().length} |`);
  });
});
