import { InputError } from '../../core/index.js';
import type { Respondent } from './respondent.js';

/** Opens respondents of one role, such as judges. Two of one name are refused: what they said is kept by it, so that of one would be lost. */
export const distinctRespondents = async (
  role: string,
  named: readonly string[],
  open: (name: string) => Promise<Respondent>,
): Promise<readonly Respondent[]> => {
  const all = await Promise.all([...new Set(named)].map(open));
  const twice = all.find(({ name }, i) => all.findIndex((other) => other.name === name) < i);
  if (!twice) return all;
  throw new InputError({
    found: `two ${role} called ${twice.name}`,
    expected: 'names that differ, since their answers are kept by name',
    fix: 'rename one file of prepared answers, or name whose answers they are as prepared:FILE#name',
  });
};
