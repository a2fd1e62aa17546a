import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attacksOn } from './expressions/attacks.js';
import { slowText, textOf } from './expressions/growth.js';
import { expressionsIn } from './expressions/in-source.js';
import { searched } from './expressions/matcher.js';
import { compiled } from './expressions/program.js';

/** The beginnings of expressions that only meet short text, each with what keeps it short. */
const SHORT_TEXT = new Map([
  ['too (long|large|', 'a reason is cut to 200 characters before it is looked at: `reasonOf` in api-client'],
]);

/** Expressions once in use that took time with the square of a text, and others known to take as much or more. */
const SLOW = [
  /[. ]+$/,
  /^[*_\s]+|[*_\s]+$/g,
  /\/+((embeddings|chat\/completions|completions|messages|rerank|score)\/*)?$/,
  /[^\p{L}\p{N}._ -]|^\.+|[. ]+$/gu,
  /\$(?:(\w+)|\{([^}]*)\})/g,
  /'shape':\s*\(([^)]*)\)/,
  /[.!?]+(?=\s)|\n+|$/g,
  /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/,
  /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---\s*$/m,
  /<think>[\s\S]*?<\/think>/g,
  /^(a+)+$/,
  /^(?:\w|\d)*!$/,
  /(?<=^\s*)x\s*$/,
  /^(?=.*a.*b)/s,
  /("|')(?:\\.|.)*?\1$/,
  /"(?:[^"\\]|\\.)*"/,
  /^\s*(\S+)\s*(\S*)\s*$/,
  /(?<!a\w*)b/,
  /;\s*(\w+)\s*=\s*(\w*)\s*x/,
];

const written = [
  ...new Map(
    expressionsIn('src').map((one) => [`${one.place.split(':')[0]} ${one.expression}`, one]),
  ).values(),
];

const native = (expression: RegExp, text: string): unknown =>
  [...text.matchAll(new RegExp(expression.source, `${expression.flags.replace(/[gy]/g, '')}g`))].map(
    (match) => ({ index: match.index, texts: [...match] }),
  );

describe('the steps of a regular expression', () => {
  it('are counted by a matcher that finds what the engine finds', () => {
    for (const expression of [...written.map((one) => one.expression), ...SLOW]) {
      const program = compiled(expression);
      const attacks = attacksOn(program);
      const texts = fc
        .sample(fc.constantFrom(...attacks), { numRuns: 30, seed: 1 })
        .map((one) => textOf(one, 3));
      for (const text of texts) {
        expect({ expression, text, found: searched(program, text).found }).toEqual({
          expression,
          text,
          found: native(expression, text),
        });
      }
    }
  });

  it.each(SLOW.map((expression) => [expression]))('grow with the square, or more, for %s', (expression) => {
    expect(slowText(expression)).toBeDefined();
  });

  /** Parts, so that none takes long and each says where it is. */
  const PARTS = 16;
  const isShort = ({ source }: RegExp): boolean =>
    [...SHORT_TEXT.keys()].some((beginning) => source.startsWith(beginning));

  it.each(Array.from({ length: PARTS }, (_, part) => part + 1))(
    `grow with the length of the text for every expression of the package, part %i of ${PARTS}`,
    (part) => {
      expect(written.length).toBeGreaterThan(200);
      const slow = written
        .filter(({ expression }, i) => i % PARTS === part - 1 && !isShort(expression))
        .flatMap(({ place, expression }) => {
          const found = slowText(expression);
          return found ? [{ place, expression, ...found }] : [];
        });
      expect(slow).toEqual([]);
    },
  );

  // Whatever no longer is slow leaves the list.
  it('grow with the square for those that only meet short text', () => {
    const short = written.filter(({ expression }) => isShort(expression));
    expect(short.filter(({ expression }) => slowText(expression) === undefined)).toEqual([]);
    expect(short).toHaveLength(SHORT_TEXT.size);
  });
});
