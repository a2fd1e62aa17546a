import type { Template } from '../prompts/index.js';

/**
 * Values of a prompt whose texts come from others, so that none of them can end the block it stands in: where a text has a tag of the template,
 * as `</passage>`, its bracket becomes another one.
 */
export const dataValues = (
  { text: template }: Pick<Template, 'text'>,
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => {
  const tags = new Set([...template.matchAll(/<([a-z-]{1,40})>/g)].map(([, tag]) => tag!));
  const safe = (text: string): string =>
    text.replace(/<(\/?)([a-z-]{1,40})>/gi, (whole, slash: string, tag: string) =>
      tags.has(tag.toLowerCase()) ? `‹${slash}${tag}>` : whole,
    );
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, safe(value)]));
};
