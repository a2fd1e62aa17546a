import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** What a person should read first of what a schema refused; of a choice that did not fit, what is wrong with the alternative that was meant. */
export const tellingIssue = (issues: readonly Issue[]): Issue => deepest(mostTelling(issues));

/** A misspelt key leaves the one that was meant missing as well: the spelling is the cause. */
const mostTelling = (issues: readonly Issue[]): Issue =>
  issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]!;

/** The alternative that was meant is the one of the right type. */
const deepest = (issue: Issue): Issue => {
  if (issue.code !== 'invalid_union') return issue;
  const meant = issue.errors.find(
    ([first]) => first && (first.path.length > 0 || first.code !== 'invalid_type'),
  );
  if (!meant) return missingIn(issue) ?? issue;
  const inner = mostTelling(meant);
  return deepest({ ...inner, path: [...issue.path, ...inner.path] });
};

/** What is not there fits no alternative: that it is missing says more than that it is invalid. */
const missingIn = ({ errors, path }: Extract<Issue, { code: 'invalid_union' }>): Issue | undefined => {
  const firsts = errors.map(([first]) => first);
  return firsts.length > 0 && firsts.every((first) => first?.message.endsWith('received undefined'))
    ? { ...firsts[0]!, path }
    : undefined;
};
