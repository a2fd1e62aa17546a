import { useEffect, useRef } from 'react';

/** Whether a key goes into a field, so that it is a letter and not a command. */
export const isTyping = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  (target instanceof HTMLElement &&
    (target.isContentEditable ||
      ['TEXTAREA', 'SELECT'].includes(target.tagName) ||
      (target instanceof HTMLInputElement &&
        !['checkbox', 'radio', 'range', 'button'].includes(target.type))));

/** Gets every key that is a command. */
export const useKeys = (pressed: (event: KeyboardEvent) => void): void => {
  const now = useRef(pressed);
  now.current = pressed;
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (!isTyping(event)) now.current(event);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
};
