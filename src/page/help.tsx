import { useEffect, useRef } from 'react';
import { isTyping } from './parts/typing.js';
import type { View } from './view.js';

/** What the keys do, opened by `?` and by its button. */
export const Help = ({
  view,
  open,
  setOpen,
}: {
  view: View;
  open: boolean;
  setOpen: (open: boolean) => void;
}) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.key === '?' && !isTyping(event)) setOpen(true);
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, [setOpen]);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    <dialog ref={dialog} onClose={() => setOpen(false)} aria-labelledby="help-title">
      <h2 id="help-title">Keys</h2>
      <dl className="keys">
        {[...(view.keys ?? []), ['?', 'this help'] as const, ['Esc', 'close'] as const].map(([key, does]) => (
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
      <p className="note">The address holds the whole state of a view: copy it to show somebody the same.</p>
      <button type="button" className="action" onClick={() => setOpen(false)}>
        Close
      </button>
    </dialog>
  );
};
