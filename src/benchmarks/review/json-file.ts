import { join } from 'node:path';
import type { z } from 'zod';
import { InputError } from '../../core/index.js';
import { type Line, readLines } from '../../platform/node/index.js';

export const reviewFiles = (folder: string) => ({
  items: join(folder, 'items.jsonl'),
  labels: join(folder, 'labels.jsonl'),
  plan: join(folder, 'plan.json'),
  links: join(folder, 'links'),
  link: (name: string) => join(folder, 'links', `${name}.json`),
  trails: join(folder, 'answers'),
  trail: (name: string) => join(folder, 'answers', `${name}.jsonl`),
  decisions: join(folder, 'decisions.jsonl'),
});

/** What is wrong with a value, in one sentence: where in it, and what was expected. */
export const firstIssue = ({ issues: [issue] }: z.ZodError): string =>
  `${issue!.path.length > 0 ? `${issue!.path.join('.')}: ` : ''}${issue!.message}`;

export const parseLine = <T>({ text, ...at }: Line, schema: z.ZodType<T>): T => {
  const parsed = schema.safeParse(jsonOf(text, at));
  if (parsed.success) return parsed.data;
  throw new InputError({
    at,
    found: firstIssue(parsed.error),
    fix: 'see docs/guides/review.md for the fields',
  });
};

const jsonOf = (text: string, at: Omit<Line, 'text'>): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new InputError({
      at,
      found: 'a line that is not JSON',
      expected: 'one JSON object per line',
      fix: 'correct the line, or take it out',
    });
  }
};

/** Every line of a file as a schema has it, with its place. */
export const readJsonLines = async <T>(
  file: string,
  schema: z.ZodType<T>,
): Promise<readonly { readonly at: Line; readonly value: T }[]> => {
  const rows: { at: Line; value: T }[] = [];
  for await (const batch of readLines(file))
    for (const line of batch) rows.push({ at: line, value: parseLine(line, schema) });
  return rows;
};
