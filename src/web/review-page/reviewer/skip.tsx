import { useEffect, useRef, useState } from 'react';
import { useKeys } from '../keys.js';
import { goesOn } from '../questions.js';
import type { Sheet } from '../sheet.js';

/** Why an item is skipped: asked for, since an item that cannot be judged is a finding too. */
export const Skip = ({ sheet }: { sheet: Sheet }) => {
  const field = useRef<HTMLTextAreaElement>(null);
  const [asked, setAsked] = useState(false);
  useEffect(() => field.current?.focus(), []);
  const save = (): void => setAsked(!sheet.saveSkip());
  useKeys({ Enter: save });
  return (
    <div className="question active">
      <label className="reason skip-reason">
        <span>Why can this item not be judged?</span>
        <textarea
          ref={field}
          required
          maxLength={5000}
          value={sheet.skip ?? ''}
          readOnly={sheet.locked}
          aria-invalid={asked}
          onChange={({ target }) => sheet.setSkip(target.value)}
          onKeyDown={(event) => {
            if (goesOn(event)) {
              event.preventDefault();
              save();
            } else if (event.key === 'Escape') sheet.setSkip(undefined);
          }}
        />
      </label>
      {asked && <p className="asked">Say why, in a few words.</p>}
      <p className="note">
        For example: the text is cut off, it is outside my field, the question does not fit. A skipped item
        counts for no agreement; you can answer it later.
      </p>
    </div>
  );
};
