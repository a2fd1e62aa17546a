import type { z } from 'zod';
import { tellingIssue } from '../../platform/formats/index.js';

/** What is wrong first, with the field it is in: `origin.licence: expected string`. */
export const firstIssue = ({ issues }: { readonly issues: readonly z.core.$ZodIssue[] }): string => {
  const { path, message } = tellingIssue(issues);
  const name = path.map(String).join('.');
  const wrong = message.endsWith('received undefined') ? 'missing' : message;
  return name ? `${name}: ${wrong}` : wrong;
};
