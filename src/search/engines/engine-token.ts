import { sha256 } from '../../platform/node/index.js';

/** Marks a token that is written in another way; a token that begins with it is too. */
const MARK = '\ue000';

/**
 * Terms as the engine's `whitespace` analyzer keeps them apart: it splits at white space and after 255 characters, and JSON has no
 * half of a character. What it would change goes by its hash.
 */
const CHANGED = /[\s\p{Cc}\p{Cs}]/u;
const LONGEST = 200;

export const engineToken = (term: string): string =>
  term.length <= LONGEST && term.length > 0 && !term.startsWith(MARK) && !CHANGED.test(term)
    ? term
    : MARK + sha256(JSON.stringify(term));
