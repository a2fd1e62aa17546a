import type { BuildItem } from './item.js';

/** Tags that the prompts of construction put around material. */
const TAG =
  /<(\s{0,4}\/?\s{0,4}(?:question|options|answer|reference|response|query|passage|reasoning|case|diagnosis|terms|report)\s{0,4})>/gi;

/** Material as it stands in a prompt: it cannot close the tag around it, since its own tags are written with other brackets. */
export const material = (text: string): string => text.replace(TAG, '‹$1›');

const NONE = '(none)';

export const optionLines = ({ options = [] }: Pick<BuildItem, 'options'>): string =>
  options.map(({ label, text }) => material(`${label}. ${text}`)).join('\n') || NONE;

export const answerText = ({ answer }: Pick<BuildItem, 'answer'>): string =>
  answer === undefined ? NONE : material(answer);
