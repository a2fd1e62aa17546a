const NEWLINE = 0x0a;
/** Enough of a line that is too long to say whose it was. */
const HEAD_BYTES = 256;

/** Bytes that follow a line: as many as there is room for. */
export interface Frame {
  readonly room: Uint8Array;
  filled(): void;
}

export interface LineSplitter {
  push(chunk: Buffer): void;
  /** Gives a last line that has no newline. */
  end(): void;
}

/**
 * Cuts bytes into lines of text as they come. A line longer than `longest` bytes is not stored: its beginning is reported once
 * and the rest of it skipped, so that memory stays bounded whatever is sent. A line may announce bytes that follow it, which
 * are no line: `onLine` returns where they go.
 */
export const lineSplitter = (
  longest: number,
  onLine: (text: string) => Frame | undefined,
  onTooLong: (head: string) => void,
): LineSplitter => {
  let parts: Buffer[] = [];
  let bytes = 0;
  let passing = false;
  let frame: (Frame & { at: number }) | undefined;

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
    if (wasPassing || line.length === 0) return;
    const next = onLine(line.toString());
    if (next) frame = { ...next, at: 0 };
  };
  /** Fills what a line announced; returns how much of the chunk that took. */
  const fill = (chunk: Buffer, start: number): number => {
    if (!frame) return start;
    const end = Math.min(chunk.length, start + frame.room.length - frame.at);
    frame.room.set(chunk.subarray(start, end), frame.at);
    frame.at += end - start;
    if (frame.at === frame.room.length) {
      const { filled } = frame;
      frame = undefined;
      filled();
    }
    return end;
  };

  return {
    push: (chunk) => {
      let start = fill(chunk, 0);
      for (let end = chunk.indexOf(NEWLINE, start); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        keep(chunk.subarray(start, end));
        finish();
        start = fill(chunk, end + 1);
      }
      keep(chunk.subarray(start));
    },
    end: finish,
  };
};
