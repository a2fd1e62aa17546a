import { findPersonalData, type PersonalDataFinding } from '../personal-data/index.js';

/** What a check needs of a finding: not the text, which stays where it was. */
export type FoundData = Pick<PersonalDataFinding, 'kind' | 'start' | 'reason'>;

/** A thread that looks for personal data: findings by the place of their text, for texts that have some. */
export default () => (texts: readonly string[]) =>
  new Map(
    texts.flatMap((text, i) => {
      const found = dataIn(text);
      return found.length > 0 ? [[i, found] as const] : [];
    }),
  );

export const dataIn = (text: string): readonly FoundData[] =>
  findPersonalData(text).map(({ kind, start, reason }) => ({ kind, start, reason }));
