/** One event of a stream. */
export interface ServerSentEvent {
  /** `message` unless the server names it. */
  readonly event: string;
  readonly data: string;
}

/**
 * The events of a `text/event-stream`, by the rules of the HTML standard (section 9.2.6): lines end in CRLF, LF or CR;
 * a colon begins a comment; several data lines are joined; an event that the stream breaks off in is none.
 */
export async function* serverSentEvents(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<ServerSentEvent, void> {
  const decoder = new TextDecoder();
  const lines = lineReader();
  const take = eventReader();
  for await (const chunk of chunks)
    for (const line of lines(decoder.decode(chunk, { stream: true }))) {
      const event = take(line);
      if (event) yield event;
    }
}

/** Whole lines without their ends; the pieces of one that is not yet ended wait, and are not looked through again. */
const lineReader = (): ((piece: string) => readonly string[]) => {
  let begun: string[] = [];
  let afterReturn = false;
  return (piece) => {
    if (!piece) return [];
    // Of a CRLF that is cut in two, the first half has ended the line.
    const lines = (afterReturn && piece.startsWith('\n') ? piece.slice(1) : piece).split(/\r\n|\n|\r/);
    afterReturn = piece.endsWith('\r');
    const rest = lines.pop()!;
    if (lines.length) {
      lines[0] = begun.join('') + lines[0];
      begun = [];
    }
    begun.push(rest);
    return lines;
  };
};

/** Takes line by line, and gives an event at the empty line that ends it. */
const eventReader = (): ((line: string) => ServerSentEvent | undefined) => {
  let name = '';
  let data: string[] = [];
  return (line) => {
    if (line === '') {
      const event = data.length ? { event: name || 'message', data: data.join('\n') } : undefined;
      name = '';
      data = [];
      return event;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    // A comment has an empty field; `id` and `retry` are for those who connect again.
    if (field === 'data') data.push(value);
    else if (field === 'event') name = value;
    return undefined;
  };
};
