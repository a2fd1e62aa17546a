/**
 * What an object holds itself under a name that a user, a file or a server wrote. Plain indexing would also find what
 * every object inherits: `constructor`, `toString`, `__proto__`.
 */
export const own = <T>(of: { readonly [name: string]: T } | undefined, name: string): T | undefined =>
  of !== undefined && Object.hasOwn(of, name) ? of[name] : undefined;
