import { groupBy } from '../../core/index.js';
import type { Item } from '../item.js';
import { foldedName } from './folded-words.js';
import { foldedCode, type TermTable, withoutBrackets } from './terms.js';

/** How cases are grouped, in words, for reports and cards. */
export const GROUP_RULES =
  'cases belong together by the code of their confirmed diagnosis; a case without one by the code that the same name has elsewhere, if it is one alone, else by ' +
  'its name. Names are compared without case, accents, punctuation, plural and possessive endings, British spellings and what is in brackets at their end; ' +
  'synonyms and codes of the table count as one';

/** The confirmed diagnosis that cases share. */
export interface CaseGroup {
  /** As the first case names it. */
  readonly name: string;
  readonly codes: readonly string[];
  /** Every name that its cases have for it. */
  readonly names: readonly string[];
  readonly cases: readonly DiagnosedCase[];
}

export type DiagnosedCase = Item & { readonly diagnosis: NonNullable<Item['diagnosis']> };

export const hasDiagnosis = (item: Item): item is DiagnosedCase =>
  item.diagnosis !== undefined && foldedName(withoutBrackets(item.diagnosis.name)) !== '';

/** `codeLength`: characters of a code that count, as 3 for the categories of ICD-10; all by default. */
export const groupCases = (
  cases: readonly DiagnosedCase[],
  table: TermTable,
  codeLength = Number.POSITIVE_INFINITY,
): readonly CaseGroup[] => {
  const nameOf = ({ diagnosis }: DiagnosedCase): string =>
    foldedName(withoutBrackets(table.byName(diagnosis.name)?.name ?? diagnosis.name));
  const codeOf = ({ diagnosis }: DiagnosedCase): string | undefined =>
    diagnosis.code === undefined ? undefined : foldedCode(diagnosis.code).slice(0, codeLength) || undefined;
  const codesOfName = new Map<string, Set<string>>();
  for (const each of cases) {
    const code = codeOf(each);
    if (code === undefined) continue;
    const codes = codesOfName.get(nameOf(each)) ?? new Set();
    codesOfName.set(nameOf(each), codes.add(code));
  }
  const keyOf = (each: DiagnosedCase): string => {
    const entry =
      (each.diagnosis.code === undefined ? undefined : table.byCode(each.diagnosis.code)) ??
      table.byName(each.diagnosis.name);
    if (entry) return `entry ${foldedName(entry.name)}`;
    const codes = codesOfName.get(nameOf(each));
    const code = codeOf(each) ?? (codes?.size === 1 ? [...codes][0] : undefined);
    return code === undefined ? `name ${nameOf(each)}` : `code ${code}`;
  };
  return [...groupBy(cases, keyOf).values()].map((own) => ({
    name: own[0]!.diagnosis.name,
    codes: distinct(own.flatMap(({ diagnosis }) => diagnosis.code ?? [])),
    names: distinct(own.map(({ diagnosis }) => diagnosis.name)),
    cases: own,
  }));
};

const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)];
