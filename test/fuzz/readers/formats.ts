import { gzipSync } from 'node:zlib';
import {
  delimitedReader,
  judgementFormats,
  markupReader,
  parseJsonTree,
  parseTrecHit,
  readYaml,
  recordElement,
} from '../../../src/platform/formats/index.js';
import { readLines } from '../../../src/platform/node/index.js';
import { csvText } from '../../../src/platform/tables/index.js';
import { type Reader, reader } from '../reader.js';
import { inFile } from './stored.js';

const AT = { file: 'judgements.txt', line: 3 };

/** Rows of a table that were read by one separator. */
const delimited = (separator: ',' | '\t' | ';') => (text: string) => {
  const table = delimitedReader('table.csv', separator);
  const rows = text.split('\n').flatMap((line, i) => table.add(line.replace(/\r$/, ''), i + 1)?.cells ?? []);
  table.finish();
  return rows;
};

const JUDGEMENTS: Readonly<Record<string, string>> = {
  jsonl: '{"q_id": "q1", "p_id": "d7", "score": 1}',
  beir: 'q1\td7\t1',
  trec: 'q1 0 d7 1',
};

export const formatReaders: readonly Reader[] = [
  reader({
    name: 'JSON with lines',
    takes: 'text',
    seeds: ['{"q1": {"d7": 1.5}, "q2": [1, "a\\n", null, true, {"x": "\\u00e9"}]}'],
    read: (text) => parseJsonTree(text, 'run.json'),
  }),
  reader({
    name: 'comma-separated values',
    takes: 'text',
    seeds: ['id,text\n1,"a ""b"" c"\n2,"two\nlines"\n'],
    read: delimited(','),
    // As one row: cells are equal then. What a spreadsheet would run gets an apostrophe, which is no longer the cell.
    write: (cells) =>
      cells.length === 0 || cells.some((cell) => /^[=+\-@\t\r]|\r/.test(cell))
        ? undefined
        : csvText([cells]).slice(0, -2),
  }),
  ...(['\t', ';'] as const).map((separator) =>
    reader({
      name: `values between ${separator === ';' ? 'semicolons' : 'tabs'}`,
      takes: 'text',
      seeds: [`id${separator}text\n1${separator}"a ""b"""\n`],
      read: delimited(separator),
    }),
  ),
  ...Object.entries(judgementFormats).map(([name, { parse }]) =>
    reader({
      name: `judgement line ${name}`,
      covers: [`judgement format ${name}`],
      takes: 'text',
      seeds: [JUDGEMENTS[name] ?? ''],
      read: (text) => parse(text, AT),
      // Callers add the fix, with an example of the format.
      isForeseen: (error) => (error as Error).name === 'InputError',
    }),
  ),
  reader({
    name: 'run line trec',
    takes: 'text',
    seeds: ['q1 Q0 d7 1 12.5 bm25', 'q1\tQ0\td 7\t1\t1e-3\tbm25'],
    read: (text) => parseTrecHit(text, AT),
    isForeseen: (error) => (error as Error).name === 'InputError',
  }),
  reader({
    name: 'SGML and XML',
    takes: 'text',
    seeds: [
      '<DOC>\n<DOCNO> d1 </DOCNO>\n<TEXT>gout &amp; pain</TEXT>\n</DOC>\n',
      '<topics><topic number="1"><title>fever</title><!-- x --><b><![CDATA[<y>]]></b></topic></topics>',
      '<top>\n<num> Number: 301\n<title> toe pain\n<desc> Description:\nWhy?\n</top>\n',
    ],
    read: (text) => {
      const element = recordElement(text);
      if (element === undefined) return [];
      const found = markupReader('topics.xml', element);
      const records = text.split('\n').flatMap((line, i) => found.add(line, i + 1));
      found.finish();
      return records;
    },
  }),
  reader({
    name: 'YAML',
    takes: 'text',
    seeds: [
      'systems:\n  - bm25\n  - name: "x"\n    system: hyde(gpt4) > bm25 # c\nsuite: sample\n',
      'a: &a [1, 2]\nb: *a\nc: {d: |\n  text\n}\n',
      '? x\n: - >-\n    folded\n  - !!str 1\n',
    ],
    read: async (text) => {
      const { value, placeOf } = await readYaml(text, 'plan.yaml');
      placeOf(['systems', 0, 'name']);
      return value;
    },
  }),
  reader({
    name: 'lines of a file',
    takes: 'bytes',
    seeds: [Buffer.from('a\r\nb\n\nc'), gzipSync('a\nb\n'), Buffer.from('\ufeffé\n')],
    share: 0.15,
    read: inFile('lines.txt', async (file) => {
      const found: string[] = [];
      for await (const lines of readLines(file)) for (const { text } of lines) found.push(text);
      return found;
    }),
  }),
];
