/** "1 query", "2,000 queries". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** "a", "a and b", "a, b and c". */
export const listed = (items: readonly string[], conjunction = 'and'): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${conjunction} ${items.at(-1)}`;

/** A sentence on a number of things, if there are any: "corpus.jsonl: 2 documents have no text." */
export const remark = (
  count: number,
  one: string,
  many: string,
  rest: string,
  file?: string,
): readonly string[] =>
  count > 0 ? [`${file ? `${file}: ` : ''}${counted(count, one, many)} ${rest}.`] : [];

/** 512 B, 4.1 kB, 23.4 MB. */
export const byteSize = (count: number): string => {
  if (count < 1000) return `${count} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  const power = Math.min(Math.floor(Math.log10(count) / 3), units.length);
  return `${(count / 1000 ** power).toFixed(1)} ${units[power - 1]}`;
};
