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
