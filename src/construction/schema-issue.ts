import type { z } from 'zod';

/** What is wrong first, with the field it is in: `origin.licence: expected string`. A misspelt key comes before what it leaves missing. */
export const firstIssue = ({ issues }: Pick<z.ZodError, 'issues'>): string => {
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]!;
  const path = issue.path.map(String).join('.');
  return path ? `${path}: ${issue.message}` : issue.message;
};
