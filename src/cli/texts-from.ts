import { isUtf8 } from 'node:buffer';
import { InputError } from '../core/index.js';

/** The texts of a stream of lines. A line ends at a newline and nowhere else, whatever Unicode it holds. */
export async function* textsFrom(input: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let line = 0;
  let json: boolean | undefined;
  for await (const bytes of linesOf(input)) {
    line += 1;
    const at = { file: 'standard input', line };
    if (!isUtf8(bytes))
      throw new InputError({ at, found: 'bytes that are not UTF-8', fix: 'save the text as UTF-8' });
    const text = bytes.toString('utf8');
    json ??= textField(text) !== undefined;
    if (!json || text.trim() === '') yield text;
    else {
      const field = textField(text);
      if (field === undefined)
        throw new InputError({
          at,
          found: text.slice(0, 60),
          expected: 'a JSON object with a field "text", as on line 1',
          fix: 'write every line as the first one',
        });
      yield field;
    }
  }
}

const textField = (line: string): string | undefined => {
  if (!/^[\uFEFF\s]*\{/.test(line)) return undefined;
  try {
    const { text } = JSON.parse(line.replace(/^\uFEFF/, '')) as { text?: unknown };
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
};

async function* linesOf(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      yield Buffer.concat([...rest, chunk.subarray(start, end)]);
      rest = [];
      start = end + 1;
    }
    if (start < chunk.length) rest.push(chunk.subarray(start));
  }
  if (rest.length > 0) yield Buffer.concat(rest);
}
