import { isUtf8 } from 'node:buffer';
import { Command, Option } from 'commander';
import { InputError, printableJson } from '../../core/index.js';
import { analyzer, analyzers } from '../../retrieval/index.js';
import { isRead, printLine } from '../output.js';

export const analyze = (): Command =>
  new Command()
    .argument('[text...]', 'text to analyze (default: lines of standard input)')
    .addOption(
      new Option('--analyzer <name>', 'analyzer to use')
        .choices(Object.keys(analyzers))
        .default('lucene-english'),
    )
    .addHelpText(
      'after',
      `
Prints one JSON array of tokens per text. Standard input is read line by line.
If its first line is a JSON object with a field "text", every line must be one.

  $ r2med analyze "Crohn's disease: 5-ASA 1,000.5 mg"
  $ r2med analyze --analyzer hakari-english < notes.txt`,
    )
    .action(async (words: readonly string[], options: { analyzer: string }) => {
      const { analyze: tokensOf } = analyzer(options.analyzer);
      if (words.length > 0) await printLine(printableJson(tokensOf(words.join(' '))));
      else
        for await (const text of textsFrom(process.stdin)) {
          await printLine(printableJson(tokensOf(text)));
          if (!isRead()) break;
        }
    });

/** The texts of a stream of lines. A line ends at a newline and nowhere else, whatever Unicode it holds. */
async function* textsFrom(input: AsyncIterable<Buffer>): AsyncGenerator<string> {
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
