import { useEffect, useRef } from 'react';
import { clock } from '../amounts.js';
import { Key } from '../key.js';
import { useKeys } from '../keys.js';

/** A break: nothing to read, and no time counted. */
export const Break = ({ since, told, end }: { since: string; told: boolean; end: () => void }) => {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  useKeys({ b: end, Enter: end });
  return (
    <div className="state break">
      <h1>A break since {clock(since)}</h1>
      <p className="lead">
        Your time is not counted. What you have typed for the item stays.
        {!told && ' There is no connection, so the break is not in the records of the review.'}
      </p>
      <p className="row">
        <button ref={button} type="button" className="action primary save" onClick={end}>
          Go on <Key>B</Key>
        </button>
      </p>
    </div>
  );
};
