import { on, oneOf, read, text } from './flag.js';
import { wholeNumber, zeroOrMore } from './parsers.js';

/** Flags about what is written and printed. */
export const outputFlags = () => ({
  out: text('<folder>', 'folder to write records to', 'results'),
  sign: text('<file>', 'private Ed25519 key in PEM that signs the list of all files in --out'),
  format: text('<name>', 'format of the files'),
  name: text(
    '<name>',
    'name of the set and prefix of its splits (default: from the source, for example NanoR2MED)',
  ),
  modelName: text('<id>', 'MTEB: name of the model, for example BAAI/bge-m3 (default: from the records)'),
  modelRevision: text('<commit>', 'MTEB: revision of the model (default: from the records)'),
  draft: on('write also what the receiver would refuse'),
  overwrite: on('replace output that was made with other settings, or is damaged'),
  dryRun: on('estimate calls, tokens, cost and time; make no call'),
  shard: text(
    '<i/n>',
    'run part i of n, counted from 1; r2med merge joins the parts (docs/guides/shards.md)',
  ),
  rows: read('<n>', 'vectors in one file (default: 8192)', wholeNumber),
  status: text('<folder>', 'say which parts of a folder are missing or damaged; exit code 1 if any'),
  limit: read('<n>', 'number of rows to show (default: one screen)', zeroOrMore),
  all: on('show everything (default: one screen)'),
  json: on('print JSON'),
  markdown: on('print Markdown'),
  html: text('<file>', 'write the tables also as a web page'),
  quiet: on('print no notes and no progress'),
  color: oneOf('<when>', 'colours: auto (on a terminal), always or never', ['auto', 'always', 'never']),
  /** Commander's own, which has its place here. */
  help: on('display help for command'),
});
