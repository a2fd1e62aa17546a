import { InputError } from '../../../core/index.js';
import { quoted } from '../../../platform/formats/index.js';
import { sha256 } from '../../../platform/node/index.js';
import type { RawRow } from './raw-rows.js';

type At = RawRow['at'];

/** Ids must differ: a second one would stand for another text. */
export const distinctIds = (): ((id: string, at: At) => void) => {
  const seen = new Map<string, At>();
  return (id, at) => {
    const first = seen.get(id);
    if (first)
      throw new InputError({
        at,
        found: `the id ${quoted(id)} a second time`,
        expected: `an id of its own; the first is in ${first.file}:${first.line}`,
        fix: 'map another column as id, or give the files different prefixes',
      });
    seen.set(id, at);
  };
};

/** Finds the first of equal texts, whatever their case and spaces. */
export const repeatedTexts = (): ((id: string, text: string) => string | undefined) => {
  const seen = new Map<string, string>();
  return (id, text) => {
    const key = sha256(text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim());
    const first = seen.get(key);
    if (first === undefined) seen.set(key, id);
    return first;
  };
};
