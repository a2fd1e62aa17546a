import type { z } from 'zod';
import { InputError } from '../../core/index.js';
import { readYaml, tellingIssue } from '../../platform/formats/index.js';
import { readTextFile } from '../../platform/node/index.js';

/** What is wrong first, with the field it is in: `origin.licence: expected string`. */
export const firstIssue = ({ issues }: { readonly issues: readonly z.core.$ZodIssue[] }): string => {
  const { path, message } = tellingIssue(issues);
  const name = path.map(String).join('.');
  const wrong = message.endsWith('received undefined') ? 'missing' : message;
  return name ? `${name}: ${wrong}` : wrong;
};

/** A YAML file that must follow a schema; errors name the line and where the format is described. */
export const readYamlFile = async <T>(
  file: string,
  schema: z.ZodType<T>,
  { expected, fix }: { readonly expected: string; readonly fix: string },
): Promise<T> => {
  const { value, placeOf } = await readYaml(await readTextFile(file), file);
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const { path } = tellingIssue(error.issues);
  throw new InputError(
    { at: placeOf(path as (string | number)[]), found: firstIssue(error), expected, fix },
    { cause: error },
  );
};
