/** One byte for every code point: the value of the row that names it, 0 for those no row names. */
export type CodePointTable = Uint8Array;

/** Rows are hexadecimal code points and ranges, separated by white space: `41-5a 5f`. */
export const codePointTable = (rows: Iterable<readonly [ranges: string, value: number]>): CodePointTable => {
  const table = new Uint8Array(0x110000);
  for (const [ranges, value] of rows) {
    for (const range of ranges.trim().split(/\s+/)) {
      const [first, last = first] = range.split('-');
      table.fill(value, Number.parseInt(first!, 16), Number.parseInt(last!, 16) + 1);
    }
  }
  return table;
};

/** UTF-16 units of a code point. */
export const unitsOf = (codePoint: number): number => (codePoint > 0xffff ? 2 : 1);

export const isHighSurrogate = (unit: number): boolean => (unit & 0xfc00) === 0xd800;
