import { useEffect, useRef, useState } from 'react';
import { Popover } from './popover.js';

/** Copies a table in one of several formats; where a browser refuses, the text is shown to be copied by hand. */
export const CopyMenu = ({ texts }: { texts: Readonly<Record<string, () => string>> }) => {
  const [notice, setNotice] = useState('');
  const [shown, setShown] = useState<string>();
  const copy = (name: string): void => {
    const text = texts[name]!();
    const refused = (): void => setShown(text);
    const copied = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
    copied.then(() => setNotice(`${name} copied`), refused);
  };
  return (
    <>
      <Popover label="Copy" end>
        <div className="menu">
          {Object.keys(texts).map((name) => (
            <button key={name} type="button" className="action" onClick={() => copy(name)}>
              {name}
            </button>
          ))}
        </div>
        <p className="note" role="status">
          {notice}
        </p>
      </Popover>
      {shown !== undefined && <ShownText text={shown} close={() => setShown(undefined)} />}
    </>
  );
};

const ShownText = ({ text, close }: { text: string; close: () => void }) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    field.current?.select();
  }, []);
  return (
    <dialog ref={dialog} onClose={close} aria-label="Text to copy">
      <textarea ref={field} className="copy-text" readOnly value={text} aria-label="Text to copy" />
      <button type="button" className="action" onClick={() => dialog.current?.close()}>
        Close
      </button>
    </dialog>
  );
};
