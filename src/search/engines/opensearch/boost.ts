const { fround } = Math;

/** How far to look among the neighbours of a float32. */
const NEIGHBOURS = 4;

/**
 * The float32 that becomes `times` when the engine multiplies it by `factor` in float32; with another one the last bits of scores
 * differ. For some factors and times there is none.
 */
export const boostFor = (times: number, factor: number): number | undefined => {
  const near = fround(times / factor);
  const step = 2 ** (Math.floor(Math.log2(near)) - 23);
  for (let away = 0; away <= NEIGHBOURS; away++)
    for (const boost of [fround(near + away * step), fround(near - away * step)])
      if (fround(boost * factor) === fround(times)) return boost;
  return undefined;
};

/** Lucene's idf, over documents that have a term at all. */
export const luceneIdf = (documents: number, frequency: number): number =>
  fround(Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5)));
