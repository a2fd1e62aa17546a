import { byCodePoint } from '../../../core/index.js';
import { sha256 } from '../../../platform/node/index.js';
import type { BuildItem } from '../item.js';
import type { CaseGroup, DiagnosedCase } from './group-cases.js';
import type { CasesSettings } from './settings.js';
import type { Sibling } from './siblings.js';

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
