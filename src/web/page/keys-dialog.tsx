import { type ReactNode, useEffect, useRef } from 'react';
import { Action } from './parts/action.js';
import { useKeys } from './parts/typing.js';

interface KeysDialogProps {
  title?: string;
  /** Keys, separated by spaces, and what they do. */
  keys: readonly (readonly [string, string])[];
  open: boolean;
  setOpen: (open: boolean) => void;
  /** What else is to be known. */
  children: ReactNode;
}

/** What the keys do, opened by `?` and by a button. */
export const KeysDialog = ({ title = 'Keys', keys, open, setOpen, children }: KeysDialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useKeys(({ key }) => {
    if (key === '?') setOpen(true);
  });
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    <dialog ref={dialog} onClose={() => setOpen(false)} aria-labelledby="help-title">
      <h2 id="help-title">{title}</h2>
      <dl className="keys">
        {[...keys, ['?', 'this help'] as const, ['Esc', 'close'] as const].map(([key, does]) => (
          <div key={key} className="key-row">
            <dt>
              {key.split(' ').map((each) => (
                <kbd key={each}>{each}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      {children}
      <Action onClick={() => setOpen(false)}>Close</Action>
    </dialog>
  );
};
