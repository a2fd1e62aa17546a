/** A public name with its documentation, the declarations it stands for, and each of them on one line. */
export interface PublicName {
  readonly name: string;
  readonly doc: string;
  readonly identity: string;
  readonly signatures: readonly string[];
}

export const publicSurface: (
  root: string,
) => readonly { readonly subpath: string; readonly names: readonly PublicName[] }[];
