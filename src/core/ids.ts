/**
 * Ids are plain strings to the caller, and two kinds to the compiler: any text may represent either, but the id of a
 * document is none of a query. The mark is never there at run time.
 */
export type QueryId = string & { readonly __brand?: 'QueryId' };
/** The id of a document: any string. */
export type DocId = string & { readonly __brand?: 'DocId' };

/** A string as the id of a query. */
export const queryId = (id: string): QueryId => id as QueryId;
/** A string as the id of a document. */
export const docId = (id: string): DocId => id as DocId;

/**
 * Order of two strings by code point, which is also the order of their UTF-8 bytes. JavaScript's `<` compares
 * UTF-16 units and puts astral characters before U+E000..U+FFFF.
 */
export const byCodePoint = (a: string, b: string): number => {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return codePointRank(x) - codePointRank(y);
  }
  return a.length - b.length;
};

/** Moves surrogates above the rest of the basic plane, where the code points they represent belong. */
const codePointRank = (unit: number): number =>
  unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
