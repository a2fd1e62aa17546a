import { groupBy } from '../../../core/index.js';
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
  const byText = groupBy(cases, ({ text }) => index.firstRow(index.add(text)));
  const keyed = cases.flatMap((each) => keysOf(each, numberedIds).map(({ key }) => ({ key, id: each.id })));
  const byKey = groupBy(keyed, ({ key }) => key);
  return (of) => {
    const found = new Map<string, Kinship>();
    for (const { key, why } of keysOf(of, numberedIds))
      for (const { id } of byKey.get(key) ?? []) if (!found.has(id)) found.set(id, why);
    for (const { row } of index.find(of.text))
      for (const { id } of byText.get(row) ?? []) if (!found.has(id)) found.set(id, 'nearly the same text');
    found.delete(of.id);
    return [...found].map(([id, why]) => ({ id, why }));
  };
};

const keysOf = ({ origin: { id, source, url } }: BuildItem, numberedIds: boolean) => {
  const trunk = numberedIds ? withoutNumber(id) : undefined;
  const key = (why: Kinship, ...parts: readonly string[]) => ({ key: JSON.stringify([why, ...parts]), why });
  return [
    key('same id', source, id),
    ...(url ? [key('same address', url)] : []),
    ...(trunk === undefined ? [] : [key('ids that differ in a last number', source, trunk)]),
  ];
};

/** `PMC123-2` is `PMC123`; undefined for an id without a number after a mark. */
const withoutNumber = (id: string): string | undefined => /^(.+)[-_.#/:]\d{1,6}$/s.exec(id)?.[1];
