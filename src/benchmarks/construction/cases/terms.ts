import { z } from 'zod';
import { InputError } from '../../../core/index.js';
import { BODY_SYSTEMS } from '../item.js';
import { foldedName } from './folded-words.js';

const names = z.array(z.string().min(1)).default([]);

/** An entry of the user's table: one diagnosis, with the other words for it. */
export const TermEntry = z.strictObject({
  name: z.string().min(1),
  synonyms: names,
  codes: names,
  /** Treatments that give it away. */
  drugs: names,
  /** Of cases with this diagnosis. */
  bodySystem: z.enum(BODY_SYSTEMS).optional(),
});
export type TermEntry = z.infer<typeof TermEntry>;

/** The user's table of diagnoses. */
export interface TermTable {
  byName(name: string): TermEntry | undefined;
  byCode(code: string): TermEntry | undefined;
}

export const foldedCode = (code: string): string => code.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();

/** Looks up entries by any of their names and codes. A name or code of two entries is an error: groups would be ambiguous. */
export const termTable = (entries: readonly TermEntry[], file?: string): TermTable => {
  const byName = new Map<string, TermEntry>();
  const byCode = new Map<string, TermEntry>();
  const add = (map: Map<string, TermEntry>, key: string, written: string, entry: TermEntry): void => {
    const other = map.get(key);
    if (other && other !== entry)
      throw new InputError({
        ...(file !== undefined && { at: { file } }),
        found: `${JSON.stringify(written)} in ${JSON.stringify(other.name)} and in ${JSON.stringify(entry.name)}`,
        expected: 'each name and code in one entry',
        fix: 'leave it out of one of them',
      });
    map.set(key, entry);
  };
  for (const entry of entries) {
    for (const name of [entry.name, ...entry.synonyms])
      add(byName, foldedName(withoutBrackets(name)), name, entry);
    for (const code of entry.codes) add(byCode, foldedCode(code), code, entry);
  }
  return {
    byName: (name) => byName.get(foldedName(withoutBrackets(name))),
    byCode: (code) => byCode.get(foldedCode(code)),
  };
};

/** `Lupus (SLE)` without what is in brackets at its end. */
export const withoutBrackets = (name: string): string => {
  const open = name.lastIndexOf('(');
  return open > 0 && name.trimEnd().endsWith(')') ? name.slice(0, open).trimEnd() : name;
};

export const inBrackets = (name: string): string | undefined => {
  const open = name.lastIndexOf('(');
  return open > 0 && name.trimEnd().endsWith(')')
    ? name
        .trimEnd()
        .slice(open + 1, -1)
        .trim() || undefined
    : undefined;
};
