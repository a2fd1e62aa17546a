const NEWLINE = 0x0a;
/** Enough of a line that is too long to say whose it was. */
const HEAD_BYTES = 256;

export interface LineSplitter {
  push(chunk: Buffer): void;
  /** Gives a last line that has no newline. */
  end(): void;
}

/**
 * Cuts bytes into lines of text as they come. A line longer than `longest` bytes is not stored: its beginning is reported once
 * and the rest of it skipped, so that memory stays bounded whatever is sent.
 */
export const lineSplitter = (
  longest: number,
  onLine: (text: string) => void,
  onTooLong: (head: string) => void,
): LineSplitter => {
  let parts: Buffer[] = [];
  let bytes = 0;
  let passing = false;

  const keep = (part: Buffer): void => {
    if (passing || part.length === 0) return;
    parts.push(part);
    bytes += part.length;
    if (bytes <= longest) return;
    onTooLong(Buffer.concat(parts, Math.min(bytes, HEAD_BYTES)).toString());
    forget();
    passing = true;
  };
  const forget = (): void => {
    parts = [];
    bytes = 0;
  };
  const finish = (): void => {
    const line = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    const wasPassing = passing;
    forget();
    passing = false;
    if (!wasPassing && line.length > 0) onLine(line.toString());
  };

  return {
    push: (chunk) => {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        keep(chunk.subarray(start, end));
        finish();
        start = end + 1;
      }
      keep(chunk.subarray(start));
    },
    end: finish,
  };
};
