import { defined, groupBy } from '../../../core/index.js';
import { llms } from '../../../models/llms/index.js';
import type { Respondent } from '../respondent.js';

export interface JudgeNote {
  readonly name: string;
  readonly family: string;
  /** Why the judge is also a contestant; absent where it is none that is known of. */
  readonly contestant?: string;
}

/**
 * The judges, and which of them are also contestants: named so by the user, by name or family, or an LLM of the registry, whose generated texts and
 * rerankings are scored by this benchmark.
 */
export const judgeNotes = (
  judges: readonly Pick<Respondent, 'name' | 'family'>[],
  contestants: readonly string[],
): readonly JudgeNote[] => {
  const named = new Set(contestants.map((name) => name.toLowerCase()));
  return judges.map(({ name, family }) => {
    const contestant = named.has(name.toLowerCase())
      ? 'named as a contestant'
      : named.has(family.toLowerCase())
        ? `its family ${family} is named as a contestant`
        : Object.hasOwn(llms(), name)
          ? 'an LLM of the registry, which systems may generate and rerank with'
          : undefined;
    return { name, family, ...defined({ contestant }) };
  });
};

/** What a reader of the labels should know of the judges. */
export const judgeWarnings = (judges: readonly JudgeNote[]): readonly string[] => [
  ...(judges.length === 1 ? ['one judge: no agreement can be computed'] : []),
  ...[...groupBy(judges, ({ family }) => family)]
    .filter(([, same]) => same.length > 1)
    .map(
      ([family, same]) =>
        `judges of one family (${family}): ${same.map(({ name }) => name).join(', ')}; they may share their errors`,
    ),
  ...judges.flatMap(({ name, contestant }) =>
    contestant === undefined ? [] : [`the judge ${name} is also a contestant: ${contestant}`],
  ),
];
