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
