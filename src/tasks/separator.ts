/** What separates the fields of a `.csv` or `.tsv` file, packed or not; nothing for any other file. */
export const separatorOf = (file: string): ',' | '\t' | undefined => {
  if (/\.csv(\.gz)?$/.test(file)) return ',';
  return /\.tsv(\.gz)?$/.test(file) ? '\t' : undefined;
};
