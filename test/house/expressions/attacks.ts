import type { AST } from '@eslint-community/regexpp';
import { type Accepts, type Compiled, nodesOf } from './program.js';

/** A text that may be slow to search: `before`, then `again` any number of times, then `after`. */
export interface Attack {
  readonly before: string;
  readonly again: string;
  readonly after: string;
}

/** A repeat up to this often is work of a fixed size for each place. */
const FIXED = 20;

/** How many ways of matching one part are tried. */
const SAMPLES = 4;
/** Up to so many kinds of characters, two of them in turn are tried at the end of a text. */
const FEW = 4;

export const repeatsWithoutEnd = (pattern: AST.Pattern): readonly AST.Quantifier[] =>
  nodesOf(pattern).filter(
    (node) => node.type === 'Quantifier' && node.max > FIXED,
  ) as readonly AST.Quantifier[];

/**
 * Texts made from an expression itself: what reaches each of its endless repeats, then what such a repeat matches, or what leads to
 * it, over and over, then something that lets the whole match or fail.
 */
export const attacksOn = (expression: Compiled): readonly Attack[] => {
  const alphabet = alphabetOf(expression, [...expression.accepting.values()]);
  const samples = sampler(expression, alphabet);
  const endless = repeatsWithoutEnd(expression.pattern);
  const repeated = alphabetOf(
    expression,
    endless.flatMap((repeat) => takingCharacters(expression, repeat)),
  );
  const repeats = endless.map((repeat) => ({
    ways: leadingTo(repeat, samples),
    bodies: samples(repeat.element),
  }));
  const ways = repeats.flatMap((repeat) => repeat.ways);
  const bodies = repeats.flatMap((repeat) => [
    ...repeat.bodies,
    ...joined(repeat.ways, repeat.bodies.slice(0, 2)),
  ]);
  const whole = expression.pattern.alternatives.flatMap(samples);
  const texts = distinct([...alphabet, ...joined(repeated, repeated), ...bodies, ...ways, ...whole]);
  const afters = distinct([
    '',
    ...repeated,
    ...(repeated.length <= FEW ? joined(repeated, repeated).map((pair) => pair + pair) : []),
  ]);
  return distinct(['', ...repeated, ...ways]).flatMap((before) =>
    texts
      .filter((again) => again !== '')
      .flatMap((again) => afters.map((after) => ({ before, again, after }))),
  );
};

/** What takes a character inside a repeat. */
const takingCharacters = ({ accepting }: Compiled, repeat: AST.Quantifier): readonly Accepts[] =>
  nodesOf(repeat).flatMap((node) => accepting.get(node.raw) ?? []);

/** One character for each set of characters that all tests treat alike: the one that the fewest parts of the expression accept. */
const alphabetOf = (
  { pattern, flags, accepting }: Compiled,
  tests: readonly Accepts[],
): readonly string[] => {
  const kinds = new Map<string, { readonly character: string; readonly accepted: number }>();
  for (const character of distinct([...PRINTED, ...pattern.raw, ...OTHERS])) {
    if (character.length > 1 && !flags.unicode) continue;
    const accepted = [...accepting.values()].filter((accepts) => accepts(character)).length;
    const kind = [...tests, ...EDGES].map((accepts) => (accepts(character) ? '1' : '0')).join('');
    if (accepted < (kinds.get(kind)?.accepted ?? Infinity)) kinds.set(kind, { character, accepted });
  }
  return [...kinds.values()].map(({ character }) => character);
};

const EDGES: readonly Accepts[] = [(character) => /\w/.test(character), (character) => character === '\n'];
const PRINTED = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(((index + 65) % 95) + 32));
const OTHERS = [...'\n\t\r\0\u001b\u007f\u00a0éßſ–“•漢٣\u0301\u200b\u2028\ufeff😀', '\ud800'];

type Samples = (node: AST.Element | AST.Alternative) => readonly string[];

/** Gives short texts that a part of an expression matches, the shortest way first. */
const sampler = ({ accepting }: Compiled, alphabet: readonly string[]): Samples => {
  const samples: Samples = (node) => distinct(samplesOf(node)).slice(0, SAMPLES);
  const samplesOf: Samples = (node) => {
    switch (node.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
        return alphabet.filter((character) => accepting.get(node.raw)?.(character));
      case 'Group':
      case 'CapturingGroup':
        return node.alternatives.flatMap(samples);
      case 'Alternative':
        return inTurn(node.elements.map(samples));
      case 'Quantifier': {
        const often = samples(node.element).map((body) => body.repeat(node.min));
        return node.min < node.max ? [...often, ...joined(often, samples(node.element))] : often;
      }
      case 'Backreference':
        return Array.isArray(node.resolved) ? [''] : samples(node.resolved as AST.CapturingGroup).slice(0, 1);
      default:
        return [''];
    }
  };
  return samples;
};

/** What stands before a node in each of the alternatives around it: as little as can be, and other ways. */
const leadingTo = (node: AST.Node, samples: Samples): readonly string[] => {
  const { parent } = node;
  if (!parent || parent.type === 'Pattern') return [''];
  const outside = leadingTo(parent, samples);
  if (parent.type !== 'Alternative') return outside;
  const before = inTurn(parent.elements.slice(0, parent.elements.indexOf(node as AST.Element)).map(samples));
  return distinct(joined(outside, before)).slice(0, SAMPLES);
};

/** The first of each list in a row, then one list after the other with its other entries. */
const inTurn = (lists: readonly (readonly string[])[]): readonly string[] => {
  const row = lists.map(([first = '']) => first);
  const last = lists.map((list) => list.at(-1) ?? '');
  const changed = lists.flatMap((list, place) =>
    list.slice(1).map((other) => row.with(place, other).join('')),
  );
  return [row.join(''), last.join(''), ...changed];
};

const joined = (firsts: readonly string[], seconds: readonly string[]): readonly string[] =>
  firsts.flatMap((first) => seconds.map((second) => first + second));

const distinct = (texts: readonly string[]): readonly string[] => [...new Set(texts)];
