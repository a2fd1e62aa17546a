import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** A misspelt key leaves the one that was meant missing as well: the spelling is the cause. */
export const mostTelling = ({ issues }: { readonly issues: readonly Issue[] }): Issue =>
  issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]!;

/** What is wrong first, with the field it is in: `origin.licence: expected string`. */
export const firstIssue = (error: { readonly issues: readonly Issue[] }): string => {
  const { path, message } = mostTelling(error);
  const name = path.map(String).join('.');
  const wrong = message.endsWith('received undefined') ? 'missing' : message;
  return name ? `${name}: ${wrong}` : wrong;
};
