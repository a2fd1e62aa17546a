import { type AST, RegExpParser } from '@eslint-community/regexpp';

/** One instruction of an expression. `back` reads the character before the place instead of the one after it. */
export type Instruction =
  | { readonly op: 'character'; readonly accepts: Accepts; readonly back: boolean }
  | { readonly op: 'same'; readonly group: number; readonly back: boolean }
  | { readonly op: 'fork'; readonly first: number; readonly second: number }
  | { readonly op: 'jump'; readonly to: number }
  | { readonly op: 'keep'; readonly register: number }
  | { readonly op: 'forget'; readonly from: number; readonly to: number }
  | { readonly op: 'moved'; readonly register: number }
  | { readonly op: 'edge'; readonly kind: 'start' | 'end' | 'word'; readonly negate: boolean }
  | { readonly op: 'look'; readonly inside: Program; readonly negate: boolean }
  | { readonly op: 'done' };

export type Accepts = (character: string) => boolean;

export type Program = readonly Instruction[];

export interface Compiled {
  readonly pattern: AST.Pattern;
  readonly flags: AST.Flags;
  readonly program: Program;
  readonly registers: number;
  /** How many groups capture; the first two registers of each are where it begins and ends. */
  readonly groups: number;
  /** What takes one character, by its source. */
  readonly accepting: ReadonlyMap<string, Accepts>;
}

type Open = {
  -readonly [Key in keyof Extract<Instruction, { op: 'fork' }>]: Extract<Instruction, { op: 'fork' }>[Key];
};

/** An expression as instructions of a matcher that tries and comes back, in the order that ECMAScript prescribes. */
export const compiled = ({ source, flags: letters }: RegExp): Compiled => {
  const parser = new RegExpParser();
  const flags = parser.parseFlags(letters);
  const pattern = parser.parsePattern(source, 0, source.length, { unicode: flags.unicode });
  if (flags.unicodeSets) throw new Error(`/${source}/${letters}: the flag v is not measured yet`);
  const accepting = new Map<string, Accepts>();
  const groups = capturing(pattern);
  const numberOf = (group: AST.CapturingGroup): number => groups.indexOf(group);
  let registers = 2 * groups.length;

  const accepts = (raw: string): Accepts => {
    const known = accepting.get(raw);
    if (known) return known;
    // One character is left to the engine itself: classes, properties and case need no second implementation.
    const alone = new RegExp(`^(?:${raw})$`, letters.replace(/[^ius]/g, ''));
    const answers = new Map<string, boolean>();
    const asked: Accepts = (character) => {
      const answer = answers.get(character) ?? alone.test(character);
      answers.set(character, answer);
      return answer;
    };
    accepting.set(raw, asked);
    return asked;
  };

  const alternatives = (out: Instruction[], all: readonly AST.Alternative[], back: boolean): void => {
    const ends: { op: 'jump'; to: number }[] = [];
    all.forEach(({ elements }, index) => {
      const fork: Open | undefined = index < all.length - 1 ? forkIn(out) : undefined;
      for (const element of back ? [...elements].reverse() : elements) one(out, element, back);
      if (!fork) return;
      const end = { op: 'jump' as const, to: 0 };
      ends.push(end);
      out.push(end);
      fork.second = out.length;
    });
    for (const end of ends) end.to = out.length;
  };

  const repeated = (
    out: Instruction[],
    { element, min, max, greedy }: AST.Quantifier,
    back: boolean,
  ): void => {
    const inside = capturing(element).map(numberOf);
    const once = (): void => {
      if (inside.length > 0) out.push({ op: 'forget', from: 2 * inside[0]!, to: 2 * inside.at(-1)! + 1 });
      one(out, element, back);
    };
    for (let time = 0; time < min; time++) once();
    const forks: Open[] = [];
    for (let time = min; time < (max === Infinity ? min + 1 : max); time++) {
      const fork = forkIn(out);
      forks.push(fork);
      // A repeat that took nothing is not tried again; what takes a character always moves.
      const register = TAKES_ONE.has(element.type) ? undefined : registers++;
      if (register !== undefined) out.push({ op: 'keep', register });
      once();
      if (register !== undefined) out.push({ op: 'moved', register });
      if (max === Infinity) out.push({ op: 'jump', to: fork.first - 1 });
    }
    for (const fork of forks) {
      fork.second = out.length;
      if (!greedy) [fork.first, fork.second] = [fork.second, fork.first];
    }
  };

  const one = (out: Instruction[], element: AST.Element, back: boolean): void => {
    switch (element.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
        out.push({ op: 'character', accepts: accepts(element.raw), back });
        return;
      case 'Group':
        if (element.modifiers) break;
        alternatives(out, element.alternatives, back);
        return;
      case 'CapturingGroup': {
        const register = 2 * numberOf(element);
        out.push({ op: 'keep', register: register + (back ? 1 : 0) });
        alternatives(out, element.alternatives, back);
        out.push({ op: 'keep', register: register + (back ? 0 : 1) });
        return;
      }
      case 'Quantifier':
        repeated(out, element, back);
        return;
      case 'Backreference':
        if (Array.isArray(element.resolved)) break;
        out.push({ op: 'same', group: numberOf(element.resolved as AST.CapturingGroup), back });
        return;
      case 'Assertion': {
        if (element.kind === 'lookahead' || element.kind === 'lookbehind') {
          const inside: Instruction[] = [];
          alternatives(inside, element.alternatives, element.kind === 'lookbehind');
          inside.push({ op: 'done' });
          out.push({ op: 'look', inside, negate: element.negate });
          return;
        }
        out.push({ op: 'edge', kind: element.kind, negate: element.kind === 'word' && element.negate });
        return;
      }
    }
    throw new Error(`/${source}/${letters}: ${element.raw} is not measured yet`);
  };

  const program: Instruction[] = [];
  alternatives(program, pattern.alternatives, false);
  program.push({ op: 'done' });
  return { pattern, flags, program, registers, groups: groups.length, accepting };
};

const TAKES_ONE = new Set(['Character', 'CharacterSet', 'CharacterClass']);

const forkIn = (out: Instruction[]): Open => {
  const fork: Open = { op: 'fork', first: out.length + 1, second: 0 };
  out.push(fork);
  return fork;
};

const capturing = (node: AST.Node): readonly AST.CapturingGroup[] =>
  nodesOf(node).filter((inner) => inner.type === 'CapturingGroup');

/** A node and all that is in it, in the order of the text. */
export const nodesOf = (node: AST.Node): readonly AST.Node[] => [
  node,
  ...('alternatives' in node && Array.isArray(node.alternatives) ? node.alternatives.flatMap(nodesOf) : []),
  ...(node.type === 'Alternative' ? node.elements.flatMap(nodesOf) : []),
  ...(node.type === 'Quantifier' ? nodesOf(node.element) : []),
];
