import { InputError } from '../../../core/index.js';

export type Codes = 'int8' | 'binary';

/**
 * A smaller form of the same vectors, as HAKARI-Bench defines it: the first dimensions only, numbers as codes, or both; and
 * whether the best by codes are put in order by the vectors themselves.
 */
export interface Variant {
  /** Dimensions kept, from the first; Matryoshka models are trained for it. */
  readonly truncate?: number;
  readonly codes?: Codes;
  readonly rescore?: boolean;
}

/** `truncate:256`, `int8`, `binary`, `rescore:int8`, `rescore:binary`, or `truncate:256+` and one of the others. */
export const parseVariant = (text: string): Variant => {
  const [, truncate, rescore, codes] =
    /^(?:truncate:([1-9]\d{0,5})(?:$|\+(?=[rib])))?(?:(rescore:)?(int8|binary))?$/.exec(text) ?? [];
  if (truncate === undefined && codes === undefined)
    throw new InputError({
      found: `vector variant "${text}"`,
      expected: `one of ${variantsOf([256]).map(variantName).join(', ')} (any number for 256)`,
      fix: 'write int8, binary or truncate:256',
    });
  return {
    ...(truncate !== undefined && { truncate: Number(truncate) }),
    ...(codes !== undefined && { codes: codes as Codes, rescore: rescore !== undefined }),
  };
};

/** The name of a variant, which `parseVariant` reads back. */
export const variantName = ({ truncate, codes, rescore }: Variant): string =>
  [
    ...(truncate === undefined ? [] : [`truncate:${truncate}`]),
    ...(codes === undefined ? [] : [`${rescore ? 'rescore:' : ''}${codes}`]),
  ].join('+');

/** What HAKARI-Bench runs for a dense model: the four kinds of codes, and each truncation alone and with those four. */
export const variantsOf = (truncations: readonly number[]): readonly Variant[] => {
  const codes = [false, true].flatMap((rescore) =>
    (['int8', 'binary'] as const).map((kind): Variant => ({ codes: kind, rescore })),
  );
  return [
    ...codes,
    ...truncations.flatMap((truncate) => [
      { truncate },
      ...codes.map((variant) => ({ truncate, ...variant })),
    ]),
  ];
};

/** What a vector takes: floats 4 bytes a dimension, int8 one, binary an eighth; who rescores needs the floats as well. */
export const bytesPerVector = (dimensions: number, { truncate, codes, rescore }: Variant): number => {
  const kept = Math.min(truncate ?? dimensions, dimensions);
  const floats = 4 * kept;
  if (codes === undefined) return floats;
  return (codes === 'int8' ? kept : Math.ceil(kept / 8)) + (rescore ? floats : 0);
};
