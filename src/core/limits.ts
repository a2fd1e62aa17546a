/** How much of something is taken at most. */
export interface Limit {
  readonly most: number;
  readonly of:
    | 'bytes'
    | 'values'
    | 'columns'
    | 'lines'
    | 'levels'
    | 'characters'
    | 'pages'
    | 'tokens'
    | 'seconds'
    | 'times'
    | 'files';
  /** What arrives or expands. */
  readonly what: string;
}

/**
 * Everything that comes from outside and could go on without end. What is larger is refused with a sentence that says what to do; nothing is
 * cut in silence. docs/background/inputs.md has the table, which is written from this one.
 */
export const LIMITS = {
  line: { most: 1 << 28, of: 'bytes', what: 'one line of a text file, plain or unpacked from gzip' },
  textFile: {
    most: 1 << 28,
    of: 'bytes',
    what: 'a text file that is read whole: YAML, JSON, a record, ids of vectors',
  },
  unpackedXz: { most: 1 << 28, of: 'bytes', what: 'a result file unpacked from xz' },
  yaml: { most: 1 << 23, of: 'bytes', what: 'a YAML file' },
  yamlAliases: { most: 100, of: 'times', what: 'values that aliases of a YAML file repeat' },
  markupLevels: { most: 500, of: 'levels', what: 'elements of SGML, XML or HTML, nested' },
  jsonLevels: { most: 64, of: 'levels', what: 'JSON of runs and judgements, nested' },
  quotedField: { most: 10_000, of: 'lines', what: 'one quoted field of a table' },
  columns: { most: 16_384, of: 'columns', what: 'a table: CSV, TSV or Parquet' },
  parquetPage: {
    most: 1 << 28,
    of: 'bytes',
    what: 'an unpacked page of Parquet, or as much as its column claims',
  },
  parquetPageBytes: {
    most: 1 << 30,
    of: 'bytes',
    what: 'an unpacked page of Parquet, whatever its column claims',
  },
  parquetValues: { most: 1 << 22, of: 'values', what: 'a page of Parquet' },
  parquetNumbers: { most: 1 << 25, of: 'values', what: 'a page of vectors in Parquet' },
  npyHeader: { most: 1 << 20, of: 'bytes', what: 'the header of a .npy file' },
  vectorParts: { most: 99_999, of: 'files', what: 'a folder of vectors in parts' },
  denseLayer: { most: 1 << 30, of: 'bytes', what: 'the safetensors file of a Dense module' },
  pythonLevels: { most: 200, of: 'levels', what: 'brackets of a Python file with prompts, nested' },
  pythonText: {
    most: 1_000_000,
    of: 'characters',
    what: 'a text that a Python file with prompts puts together',
  },
  pythonNames: { most: 10_000, of: 'times', what: 'names that one name of such a file leads to' },
  cloneFile: {
    most: 4 << 20,
    of: 'bytes',
    what: 'a file of a clone with prompts; larger ones are not looked at',
  },
  folderLevels: { most: 6, of: 'levels', what: 'folders below a task folder; deeper ones are not looked at' },
  answer: { most: 256 << 20, of: 'bytes', what: 'an answer of a server' },
  chatAnswer: {
    most: 128 << 20,
    of: 'bytes',
    what: 'an answer or a stream of an LLM; 1 MB and 4 KB per token where tokens are limited',
  },
  answerTokens: { most: 10_240, of: 'tokens', what: 'an answer of an LLM, unless said otherwise' },
  batchLine: { most: 64 << 20, of: 'bytes', what: "one line of a batch's answers" },
  batchPages: { most: 100, of: 'pages', what: 'a list of batches at a service' },
  hubPages: { most: 100, of: 'pages', what: 'a list of files on the hub' },
  redirects: { most: 20, of: 'times', what: 'redirects of the hub for one file' },
  silence: { most: 600, of: 'seconds', what: 'a server that says nothing, unless said otherwise' },
  streamSilence: { most: 300, of: 'seconds', what: 'an LLM that says nothing in the midst of a stream' },
  pieces: {
    most: 48,
    of: 'times',
    what: 'the silence that is allowed, which an answer in pieces may take in all: of an LLM 4 hours, a list of the hub 8 minutes, unless said otherwise',
  },
  askedWait: { most: 300, of: 'seconds', what: 'a wait that a server asks for' },
  commandLine: { most: 1 << 28, of: 'bytes', what: 'one line of a command' },
  commandFrame: { most: 1 << 30, of: 'bytes', what: 'vectors that a command sends as bytes' },
  commandStrays: { most: 10_000, of: 'lines', what: 'lines in a row of a command that are no answers' },
  commandSilence: {
    most: 900,
    of: 'seconds',
    what: 'a command or module that does not answer, unless said otherwise',
  },
  pageBody: { most: 128 << 10, of: 'bytes', what: 'a request of a reviewer' },
} as const satisfies Record<string, Limit>;

/** How large a limit is, as people read it: `256 MB`, `600 seconds`. */
export const limitText = ({ most, of }: Limit): string => {
  if (of !== 'bytes') return `${most.toLocaleString('en')} ${of}`;
  return most >= 1 << 30 ? `${most >> 30} GB` : most >= 1 << 20 ? `${most >> 20} MB` : `${most >> 10} KB`;
};
