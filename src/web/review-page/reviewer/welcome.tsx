import { useEffect, useRef, useState } from 'react';
import type { ReviewProgress, ReviewSession } from '../../page-data/index.js';
import { counted } from '../amounts.js';
import { Key } from '../key.js';
import { useKeys } from '../keys.js';
import { Instructions } from './instructions.js';

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

/** What a first visit begins with. */
export const Welcome = ({
  progress: { assigned },
  begin,
}: {
  progress: ReviewProgress;
  begin: () => void;
}) => {
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
        <button ref={button} type="button" className="action primary save" onClick={begin}>
          Begin <Key>Enter</Key>
        </button>
        <span className="note">
          <kbd>?</kbd> shows all keys at any time
        </span>
      </p>
    </div>
  );
};
