import { useEffect, useRef, useState } from 'react';
import { Action } from '../../page/index.js';
import type { ReviewProgress, ReviewSession } from '../../page-data/index.js';
import { counted } from '../amounts.js';
import { Key } from '../key.js';
import { useKeys } from '../keys.js';

/** Whether somebody has begun this review in this window. */
export const useWelcome = ({ name, title }: ReviewSession): readonly [boolean, () => void] => {
  const key = `r2med-review/welcomed/${name}/${title}`;
  const [welcomed, setWelcomed] = useState(() => {
    try {
      return window.sessionStorage.getItem(key) !== null;
    } catch {
      return false;
    }
  });
  return [
    welcomed,
    () => {
      setWelcomed(true);
      try {
        window.sessionStorage.setItem(key, 'yes');
      } catch {
        // Without storage it is shown again after a reload.
      }
    },
  ];
};

type WelcomeProps = { progress: ReviewProgress; begin: () => void };

export const Welcome = ({ progress: { assigned }, begin }: WelcomeProps) => {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  useKeys({ Enter: begin });
  return (
    <div className="state welcome">
      <h1>{counted(assigned, 'item')} to judge</h1>
      <p className="lead">
        You see one item at a time: texts to read, and one or more questions about them. Choose by the keys on
        the buttons, give a reason where one is asked for, and press <kbd>Enter</kbd>.
      </p>
      <Instructions />
      <p className="row">
        <Action ref={button} className="action primary save" onClick={begin}>
          Begin <Key>Enter</Key>
        </Action>
        <span className="note">
          <kbd>?</kbd> shows all keys at any time
        </span>
      </p>
    </div>
  );
};

export const REVIEWER_KEYS = [
  ['1 2 3 …', 'choose an answer of the marked question'],
  ['Tab', 'to the next question, button or text'],
  ['R', 'write a reason'],
  ['Enter', 'go on: to what is missing, else save and show the next item'],
  ['J K', 'scroll the last text down or up; with Shift the first one'],
  ['S', 'skip the item, with a reason'],
  ['U', 'undo: back to the answer before, to change it'],
  ['H', 'your answers so far'],
  ['B', 'take a break'],
] as const;

export const Instructions = () => (
  <ul className="instructions">
    <li>
      Judge each item on its own, by what you know and by the texts shown. You do not see what a model or
      another reviewer said, and they do not see your answers.
    </li>
    <li>
      Every answer is saved before the next item is shown. You can stop at any time, come back by the same
      link, and change answers until they are adjudicated.
    </li>
    <li>Write nothing into a reason that could identify a person.</li>
    <li>
      This is research material, not clinical advice: texts may be wrong, out of date, or written by a model.
      Do not use them to treat anybody.
    </li>
  </ul>
);
