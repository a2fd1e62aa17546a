import type { CoefficientKind } from './coefficient.js';
import { cohen } from './cohen.js';
import { fleiss } from './fleiss.js';
import { gwet } from './gwet.js';
import { krippendorff } from './krippendorff.js';
import { percent } from './percent.js';

/** Every coefficient, in the order in which they are printed. */
export const coefficientKinds = [
  percent,
  cohen('cohen', 'unweighted'),
  cohen('cohenLinear', 'linear'),
  cohen('cohenQuadratic', 'quadratic'),
  fleiss,
  krippendorff('alphaNominal', 'nominal'),
  krippendorff('alphaOrdinal', 'ordinal'),
  krippendorff('alphaInterval', 'interval'),
  gwet('ac1', 'unweighted'),
  gwet('ac2Linear', 'linear'),
  gwet('ac2Quadratic', 'quadratic'),
] as const satisfies readonly CoefficientKind[];

/** Names of the coefficients in a report. */
export type CoefficientName = (typeof coefficientKinds)[number]['name'];
