import { InputError, lookup, own } from '../../core/index.js';

export type VariantValue = string | number | boolean;
export type Variants = Readonly<Record<string, readonly VariantValue[]>>;

const PLACEHOLDER = /\{([^{}]*)\}/g;

/** Not a variant: it stands for the name of each task where a run file is named, as in `stored:runs/{task}.trec`. */
export const TASK = 'task';

/** The placeholders of a text, each once. */
export const placeholdersOf = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(PLACEHOLDER)].map(([, name]) => name!.trim()).filter((name) => name !== TASK)),
];

export const filled = (text: string, values: Readonly<Record<string, VariantValue>>): string =>
  text.replace(PLACEHOLDER, (whole, name: string) => String(own(values, name.trim()) ?? whole));

/** Every choice of one value per name: none when there are no names is one choice, the empty one. */
export const choices = (
  names: readonly string[],
  variants: Variants,
): readonly Readonly<Record<string, VariantValue>>[] =>
  names.reduce<readonly Readonly<Record<string, VariantValue>>[]>(
    (found, name) =>
      found.flatMap((choice) => valuesOf(name, variants).map((value) => ({ ...choice, [name]: value }))),
    [{}],
  );

const valuesOf = (name: string, variants: Variants): readonly VariantValue[] => {
  if (Object.keys(variants).length === 0)
    throw new InputError({
      found: `the placeholder {${name}}, and no variants`,
      expected: 'its values',
      fix: `add variants, as "variants: { ${name}: [bm25, bge] }"`,
    });
  return lookup('placeholder', variants, name);
};
