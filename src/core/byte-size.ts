/** 512 B, 4.1 kB, 23.4 MB. */
export const byteSize = (count: number): string => {
  if (count < 1000) return `${count} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  const power = Math.min(Math.floor(Math.log10(count) / 3), units.length);
  return `${(count / 1000 ** power).toFixed(1)} ${units[power - 1]}`;
};
