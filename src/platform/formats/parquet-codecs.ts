import type { Compressors } from 'hyparquet';

/** What unpacks the pages of Parquet files. Loaded late: few commands read one. */
export const codecs = async (): Promise<Compressors> => {
  const { compressors } = await import('hyparquet-compressors');
  const { LZ4, LZ4_RAW } = compressors;
  // The library takes a length with its first bit set for a negative one, and then walks backwards, in the worst case for ever.
  return { ...compressors, LZ4: (page, size) => (isFramed(page, size) ? LZ4! : LZ4_RAW!)(page, size) };
};

/** Whether a page is in the frames that Hadoop writes: each with its unpacked and its packed length before it. */
const isFramed = (page: Uint8Array, size: number): boolean => {
  const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
  let at = 0;
  for (let left = size; at + 8 <= page.length; ) {
    left -= view.getUint32(at);
    at += 8 + view.getUint32(at + 4);
    if (left < 0) return false;
  }
  return at === page.length;
};
