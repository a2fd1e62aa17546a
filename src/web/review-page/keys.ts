import { useEffect, useRef } from 'react';
import type { ReviewChoice } from '../../experiment/record/index.js';
import { isTyping } from '../page/index.js';

/** Keys of the page: none of them is the key of a choice. */
const COMMANDS = 'bhjkrsu';

/** Digits, then letters that do nothing else. */
const CHOICE_KEYS: readonly string[] = [
  ...'1234567890',
  ...[...'abcdefghijklmnopqrstuvwxyz'].filter((letter) => !COMMANDS.includes(letter)),
];

/** The keys of the choices of a question, in order. Grades that are digits have themselves as keys; choices beyond the last key have none. */
export const choiceKeys = (choices: readonly ReviewChoice[]): readonly (string | undefined)[] =>
  choices.every(({ value }) => /^[0-9]$/.test(value))
    ? choices.map(({ value }) => value)
    : choices.map((_, i) => CHOICE_KEYS[i]);

/** The name of a key, however it is reached: on some keyboards digits need Shift. */
const nameOf = ({ key, code, shiftKey }: KeyboardEvent): string => {
  const digit = /^(?:Digit|Numpad)([0-9])$/.exec(code)?.[1];
  if (digit !== undefined && !shiftKey) return digit;
  return key.length === 1 ? key.toLowerCase() : key;
};

/** Whether a key does what the element in focus does by it. */
const isOwn = ({ key, target }: KeyboardEvent): boolean =>
  key === 'Enter' && target instanceof Element && target.closest('button, a, summary') !== null;

export type KeyActions = Readonly<Record<string, ((event: KeyboardEvent) => void) | undefined>>;

/** Does something when a key is pressed, unless it goes into a field or a dialog is open. */
export const useKeys = (actions: KeyActions): void => {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isTyping(event) || isOwn(event) || document.querySelector('dialog[open]'))
        return;
      const name = nameOf(event);
      const action = Object.hasOwn(latest.current, name) ? latest.current[name] : undefined;
      if (!action) return;
      event.preventDefault();
      // A key that is held down repeats; only scrolling may.
      if (!event.repeat || ['j', 'k'].includes(name)) action(event);
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);
};
