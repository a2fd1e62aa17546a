import { byCodePoint, groupBy } from '../../../core/index.js';
import { sha256 } from '../../../platform/node/index.js';
import type { BuildItem } from '../item.js';
import { foldedName } from './folded-words.js';
import type { CasesSettings } from './settings.js';
import type { Sibling } from './siblings.js';
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
  readonly names: readonly string[];
  readonly cases: readonly DiagnosedCase[];
}

export type DiagnosedCase = BuildItem & { readonly diagnosis: NonNullable<BuildItem['diagnosis']> };

export const hasDiagnosis = (item: BuildItem): item is DiagnosedCase =>
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
  const entryOf = ({ diagnosis }: DiagnosedCase): string | undefined =>
    (
      (diagnosis.code === undefined ? undefined : table.byCode(diagnosis.code)) ??
      table.byName(diagnosis.name)
    )?.name;
  const codeOfName = onlyValues(cases, nameOf, codeOf);
  const entryOfCode = onlyValues(cases, codeOf, entryOf);
  const keyOf = (each: DiagnosedCase): string => {
    const code = codeOf(each) ?? codeOfName.get(nameOf(each));
    const entry = entryOf(each) ?? (code === undefined ? undefined : entryOfCode.get(code));
    if (entry !== undefined) return `entry ${entry}`;
    return code === undefined ? `name ${nameOf(each)}` : `code ${code}`;
  };
  return [...groupBy(cases, keyOf).values()].map((own) => ({
    name: own[0]!.diagnosis.name,
    codes: distinct(own.flatMap(({ diagnosis }) => diagnosis.code ?? [])),
    names: distinct(own.map(({ diagnosis }) => diagnosis.name)),
    cases: own,
  }));
};

/** The value that goes with each key, where it is one alone. */
const onlyValues = (
  cases: readonly DiagnosedCase[],
  keyOf: (each: DiagnosedCase) => string | undefined,
  theirs: (each: DiagnosedCase) => string | undefined,
): ReadonlyMap<string, string> => {
  const values = new Map<string, Set<string>>();
  for (const each of cases) {
    const [key, value] = [keyOf(each), theirs(each)];
    if (key !== undefined && value !== undefined) values.set(key, (values.get(key) ?? new Set()).add(value));
  }
  return new Map(
    [...values].flatMap(([key, [first, ...others]]) => (others.length === 0 ? [[key, first!]] : [])),
  );
};

const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)];

/** One query with the cases of its diagnosis. */
export interface ChosenCase {
  readonly group: CaseGroup;
  readonly query: DiagnosedCase;
  /** Relevant documents. */
  readonly positives: readonly BuildItem[];
  /** Cases of the same diagnosis, article or patient that are neither: beyond the cap, or siblings that are left out. */
  readonly open: readonly OpenCase[];
  readonly siblings: readonly Sibling[];
}

interface OpenCase {
  readonly id: string;
  readonly by: 'same-diagnosis' | 'sibling';
}

export interface Refused {
  readonly group: CaseGroup;
  readonly why: string;
}

/** Takes one case of a group as the query and others as its relevant documents. The order is that of the file, or one that the seed decides. */
export const chooseCases = (
  group: CaseGroup,
  siblingsOf: (of: BuildItem) => readonly Sibling[],
  { choose, caseSeed, least, most, siblings: rule }: CasesSettings,
): ChosenCase | Refused => {
  if (group.cases.length < least) return { group, why: 'too few cases of this diagnosis' };
  const [query, ...others] = choose === 'first' ? group.cases : inSeededOrder(group.cases, caseSeed);
  const siblings = siblingsOf(query!);
  const kin = new Set(siblings.map(({ id }) => id));
  const usable = rule === 'exclude' ? others.filter(({ id }) => !kin.has(id)) : others;
  if (usable.length === 0) return { group, why: 'only cases of the same article or patient' };
  const positives = usable.slice(0, most);
  const taken = new Set(positives.map(({ id }) => id));
  const inGroup = new Set(others.map(({ id }) => id));
  return {
    group,
    query: query!,
    positives,
    open: [
      ...others
        .filter(({ id }) => !taken.has(id))
        .map(({ id }): OpenCase => ({ id, by: kin.has(id) ? 'sibling' : 'same-diagnosis' })),
      ...siblings.filter(({ id }) => !inGroup.has(id)).map(({ id }): OpenCase => ({ id, by: 'sibling' })),
    ],
    siblings,
  };
};

/** Decided by seed and id alone, so that cases that are added move no others. */
const inSeededOrder = <Row extends BuildItem>(cases: readonly Row[], seed: number): readonly Row[] => {
  const place = new Map(cases.map((each) => [each, sha256(`${seed}\n${each.id}`)]));
  return [...cases].sort((a, b) => byCodePoint(place.get(a)!, place.get(b)!));
};
