/** Words of a licence that do not allow what a release does: hand texts on, in parts and rewritten. */
const FORBIDDING: readonly (readonly [RegExp, string])[] = [
  [/\bND\b|no[- ]?deriv/i, 'it forbids derived works, and passages and queries are derived'],
  [
    /(?:no|not|non|without)[- ]?(?:be )?redistribut|may not be (?:shared|passed on)/i,
    'it forbids redistribution',
  ],
  [/all rights reserved|proprietary|confidential|internal use/i, 'it keeps all rights'],
  [/^(?:unknown|none|unlicensed|n\/a|\?|-)$/i, 'it is not known'],
];

/** Why a text under this licence may not be released; undefined where nothing speaks against it. A help, not legal advice. */
export const forbids = (licence: string): string | undefined =>
  FORBIDDING.find(([words]) => words.test(licence.trim()))?.[1];
