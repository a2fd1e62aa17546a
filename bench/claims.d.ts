export interface Claim {
  readonly file: string;
  readonly text: string;
  readonly part?: string;
  readonly against?: string;
  readonly what?: string;
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly once?: string;
}
export interface CheckedClaims {
  readonly peers: Readonly<Record<string, readonly string[]>>;
  readonly judged: readonly { readonly claim: Claim; readonly problem?: string }[];
}
export const checkClaims: (places?: { readonly bench?: string; readonly root?: string }) => CheckedClaims;
export const claimsText: (checked: CheckedClaims) => string;
