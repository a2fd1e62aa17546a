/** What the page of reviewers shares with this one, besides the styles. */
export { goTo, useAddress } from './address.js';
export { KeysDialog } from './keys-dialog.js';
export { Action } from './parts/action.js';
export { isTyping } from './parts/typing.js';
export { ThemeButton } from './theme-button.js';
