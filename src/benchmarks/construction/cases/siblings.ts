import { nearDuplicateIndex } from '../../../evaluation/overlap/index.js';
import type { BuildItem } from '../item.js';
import type { CasesSettings } from './settings.js';

/** Why two cases are of one article or patient. */
export type Kinship =
  | 'same id'
  | 'same address'
  | 'ids that differ in a last number'
  | 'nearly the same text';

/** A case of the same article or patient as another. */
export interface Sibling {
  readonly id: string;
  readonly why: Kinship;
}

/** Finds the siblings of a case among all cases: by where they come from, and by their texts. */
export const siblingsAmong = (
  cases: readonly BuildItem[],
  { numberedIds, samePatient: threshold }: Pick<CasesSettings, 'numberedIds' | 'samePatient'>,
): ((of: BuildItem) => readonly Sibling[]) => {
  const index = nearDuplicateIndex({ threshold });
  const rowsByText = new Map<number, string[]>();
  const byKey = new Map<string, string[]>();
  const put = <Key>(map: Map<Key, string[]>, key: Key, id: string): void => {
    const ids = map.get(key);
    if (ids) ids.push(id);
    else map.set(key, [id]);
  };
  for (const each of cases) {
    put(rowsByText, index.firstRow(index.add(each.text)), each.id);
    for (const { key } of keysOf(each, numberedIds)) put(byKey, key, each.id);
  }
  return (of) => {
    const found = new Map<string, Kinship>();
    for (const { key, why } of keysOf(of, numberedIds))
      for (const id of byKey.get(key) ?? []) if (!found.has(id)) found.set(id, why);
    for (const { row } of index.find(of.text))
      for (const id of rowsByText.get(row) ?? []) if (!found.has(id)) found.set(id, 'nearly the same text');
    found.delete(of.id);
    return [...found].map(([id, why]) => ({ id, why }));
  };
};

const keysOf = ({ origin }: BuildItem, numberedIds: boolean) => {
  const trunk = numberedIds ? withoutNumber(origin.id) : undefined;
  return [
    { key: JSON.stringify(['id', origin.source, origin.id]), why: 'same id' as const },
    ...(origin.url ? [{ key: JSON.stringify(['url', origin.url]), why: 'same address' as const }] : []),
    ...(trunk === undefined
      ? []
      : [
          {
            key: JSON.stringify(['trunk', origin.source, trunk]),
            why: 'ids that differ in a last number' as const,
          },
        ]),
  ];
};

/** `PMC123-2` is `PMC123`; undefined for an id without a number after a mark. */
const withoutNumber = (id: string): string | undefined => /^(.+)[-_.#/:]\d{1,6}$/s.exec(id)?.[1];
