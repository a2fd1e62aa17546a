import type { Compiled, Instruction, Program } from './program.js';

export interface Found {
  readonly index: number;
  /** The match, and what its groups hold. */
  readonly texts: readonly (string | undefined)[];
}

interface Thread {
  readonly at: number;
  readonly place: number;
  readonly registers: Registers;
}

type Registers = readonly (number | undefined)[];

/** More steps than any linear expression takes on the texts it is tried on. */
export const TOO_MANY = 3_000_000;

/**
 * All matches of an expression in a text, and how many instructions it took to find them: the work of an engine that tries one way,
 * comes back and tries the next, and starts again one character further where nothing fits.
 */
export const searched = (
  { program, registers, groups, flags }: Compiled,
  text: string,
): { readonly found: readonly Found[]; readonly steps: number } => {
  let steps = 0;

  const character = (place: number, back: boolean): string => {
    const unit = back ? text[place - 1] : text[place];
    if (unit === undefined || !flags.unicode) return unit ?? '';
    const pair = back ? text.slice(Math.max(0, place - 2), place) : text.slice(place, place + 2);
    return pair.length === 2 && pair.codePointAt(0)! > 0xffff ? pair : unit;
  };

  const isWord = (place: number): boolean => {
    const one = text[place];
    return one !== undefined && (flags.unicode && flags.ignoreCase ? /\w/iu : /\w/).test(one);
  };

  const isEdge = ({ kind, negate }: Extract<Instruction, { op: 'edge' }>, place: number): boolean => {
    if (kind === 'word') return (isWord(place - 1) !== isWord(place)) !== negate;
    if (kind === 'start') return place === 0 || (flags.multiline && BREAK.test(text[place - 1]!));
    return place === text.length || (flags.multiline && BREAK.test(text[place]!));
  };

  const matched = (instructions: Program, start: number, given: Registers): Thread | undefined => {
    const waiting: Thread[] = [{ at: 0, place: start, registers: given }];
    for (let thread = waiting.pop(); thread; thread = waiting.pop()) {
      let { at, place, registers: kept } = thread;
      const withRegister = (register: number, value: number | undefined): void => {
        kept = kept.with(register, value);
      };
      for (let alive = true; alive; ) {
        const step = instructions[at]!;
        steps += 1;
        if (steps > TOO_MANY) return undefined;
        at += 1;
        switch (step.op) {
          case 'character': {
            const one = character(place, step.back);
            alive = one !== '' && step.accepts(one);
            place += step.back ? -one.length : one.length;
            break;
          }
          case 'same': {
            const [from, to] = [kept[2 * step.group], kept[2 * step.group + 1]];
            const wanted = from === undefined || to === undefined ? '' : text.slice(from, to);
            const there = step.back
              ? text.slice(Math.max(0, place - wanted.length), place)
              : text.slice(place, place + wanted.length);
            steps += wanted.length;
            alive = flags.ignoreCase ? there.toLowerCase() === wanted.toLowerCase() : there === wanted;
            place += step.back ? -wanted.length : wanted.length;
            break;
          }
          case 'fork':
            waiting.push({ at: step.second, place, registers: kept });
            at = step.first;
            break;
          case 'jump':
            at = step.to;
            break;
          case 'keep':
            withRegister(step.register, place);
            break;
          case 'forget':
            for (let register = step.from; register <= step.to; register++) withRegister(register, undefined);
            break;
          case 'moved':
            alive = kept[step.register] !== place;
            break;
          case 'edge':
            alive = isEdge(step, place);
            break;
          case 'look': {
            const inside = matched(step.inside, place, kept);
            alive = (inside !== undefined) !== step.negate;
            if (inside && !step.negate) kept = inside.registers;
            break;
          }
          case 'done':
            return { at, place, registers: kept };
        }
      }
    }
    return undefined;
  };

  const captured = (kept: Registers): readonly (string | undefined)[] =>
    Array.from({ length: groups }, (_, group) => {
      const [from, to] = kept.slice(2 * group, 2 * group + 2);
      return from === undefined || to === undefined ? undefined : text.slice(from, to);
    });

  const found: Found[] = [];
  const none: Registers = Array.from({ length: registers }, () => undefined);
  for (let start = 0; start <= text.length && steps <= TOO_MANY; ) {
    const end = matched(program, start, none);
    if (end) found.push({ index: start, texts: [text.slice(start, end.place), ...captured(end.registers)] });
    start = end && end.place > start ? end.place : start + (character(start, false).length || 1);
  }
  return { found, steps };
};

const BREAK = /[\n\r\u2028\u2029]/;
