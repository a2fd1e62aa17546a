type Lock = { readonly packages: Readonly<Record<string, unknown>> };
export const ALLOWED: readonly string[];
export const isAllowed: (expression: string | undefined) => boolean;
export const licencesText: (lock: Lock) => string;
export const refused: (lock: Lock) => readonly { readonly name: string }[];
