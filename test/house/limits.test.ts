import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js';
import { serializeTCompactProtocol } from 'hyparquet-writer/src/thrift.js';
import { describe, expect, it } from 'vitest';
import { LIMITS, type Limit, limitText } from '../../src/core/index.js';
import { readMessage } from '../../src/models/custom/protocol.js';
import { mostTokensOut } from '../../src/models/llms/chat/chat.js';
import { denseLayers } from '../../src/models/onnx/dense-layer.js';
import { importPrompts } from '../../src/models/prompts/index.js';
import { openTables } from '../../src/models/prompts/python/tables.js';
import { gemini } from '../../src/platform/api-client/batch/gemini.js';
import { readJsonLines } from '../../src/platform/api-client/batch/rest.js';
import { delimitedReader, htmlText, parseJsonTree, readYaml } from '../../src/platform/formats/index.js';
import { mustBeReadable, understood } from '../../src/platform/formats/parquet.js';
import { pagesOf } from '../../src/platform/formats/parquet-pages.js';
import {
  networkReason,
  openHttpClient,
  readLines,
  readNpy,
  readTextFile,
} from '../../src/platform/node/index.js';
import { readManifest } from '../../src/platform/node/vector-parts.js';
import { allRows, openFolder } from '../../src/tasks/index.js';
import { failure } from '../support/failure.js';
import { listening } from '../support/listening.js';
import { SRC } from '../support/source-graph.js';
import { writtenFolder } from '../support/written-folder.js';

/** A file of so many bytes, which take no room on the disk. */
const sparse = (size: number, name = 'large.txt', others: Readonly<Record<string, string>> = {}): string => {
  const file = join(writtenFolder(others), name);
  writeFileSync(file, '');
  truncateSync(file, size);
  return file;
};
const read = async (rows: AsyncIterable<unknown>): Promise<void> => {
  for await (const _ of rows);
};
const python = (text: string) => async () => openTables(new Map([['a.py', text]])).value('x');

/** The pages of a column that claims a terabyte, and whose only page claims to unpack to so many bytes. */
const pages = (unpacked: number, claimed: bigint): Promise<void> => {
  const out = new ByteWriter();
  const header = { field_1: 1, field_2: 0, field_3: 3, field_4: 3 };
  serializeTCompactProtocol(out, { field_1: 0, field_2: unpacked, field_3: 1, field_5: header });
  out.appendBytes(Uint8Array.from([0]));
  const bytes = out.getBytes();
  const chunk = {
    ...{ num_values: 1n, total_uncompressed_size: claimed, total_compressed_size: BigInt(bytes.length) },
    ...{ data_page_offset: 0n, codec: 'UNCOMPRESSED', path_in_schema: ['text'] },
  };
  const ranges = {
    byteLength: bytes.length,
    slice: async (from: number, to?: number) => Uint8Array.from(bytes.subarray(from, to)).buffer,
  };
  return understood('a.parquet', () => read(pagesOf(ranges as never, chunk as never)));
};

const npy = (): string => {
  const head = Buffer.alloc(12);
  head.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 2, 0]);
  head.writeUInt32LE(LIMITS.npyHeader.most + 1, 8);
  return join(writtenFolder({ 'a.npy': head }), 'a.npy');
};

/** What each limit says when it is reached; or, where servers and programs take part, the test that shows it, by its words. */
const SHOWN: Readonly<
  Record<
    keyof typeof LIMITS,
    { does(): unknown; says: RegExp } | { readonly file: string; readonly test: string }
  >
> = {
  line: {
    does: () => read(readLines(sparse(LIMITS.line.most + (1 << 20)))),
    says: /a line longer than 256 MB.*\n {2}Fix: check that this is the file/,
  },
  textFile: {
    does: () => readTextFile(sparse(LIMITS.textFile.most + 1)),
    says: /a file of 268435457 bytes; expected at most 256 MB.*\n {2}Fix: check/,
  },
  unpackedXz: {
    file: 'platform/node/xz-text.test.ts',
    test: 'refuses a file that unpacks to more than the limit',
  },
  yaml: {
    does: () => readYaml('#'.repeat(LIMITS.yaml.most + 1), 'a.yaml'),
    says: /8388609 characters of YAML; expected at most 8 MB\n {2}Fix: check/,
  },
  yamlAliases: {
    does: () =>
      readYaml(
        `a: &a [${'x,'.repeat(9)}]\nb: &b [${'*a,'.repeat(9)}]\nc: &c [${'*b,'.repeat(9)}]\nd: [${'*c,'.repeat(9)}]\n`,
        'a.yaml',
      ),
    says: /aliases that multiply without end.*\n {2}Fix: write the values out/,
  },
  markupLevels: {
    does: () => htmlText('<b>'.repeat(LIMITS.markupLevels.most + 2) + '</b>', 'Posts.xml'),
    says: /Posts\.xml.*nested in each other more than 500 times.*\n {2}Fix: leave this record out/,
  },
  jsonLevels: {
    does: () => parseJsonTree('['.repeat(100), 'run.json'),
    says: /at most 64 levels of JSON\n {2}Fix: write the file again/,
  },
  quotedField: {
    does: () => {
      const table = delimitedReader('a.csv', ',');
      for (let line = 1; line < LIMITS.quotedField.most + 5; line++) table.add(line === 1 ? '"' : 'x', line);
    },
    says: /a quoted field of more than 10,000 lines.*\n {2}Fix: put fields/,
  },
  columns: {
    does: () => {
      const file = join(writtenFolder({ 'a.csv': `${'x,'.repeat(LIMITS.columns.most)}y\n1,2\n` }), 'a.csv');
      return read(allRows(file));
    },
    says: /16385 columns; expected at most 16,384 columns\n {2}Fix: check the separator/,
  },
  parquetPage: {
    does: () => pages(LIMITS.parquetPage.most + 1, 10n),
    says: /a page larger than its column.*\n {2}Fix: fetch or copy/,
  },
  parquetPageBytes: {
    does: () => pages(2 ** 31 - 1, 2n ** 40n),
    says: /a page larger than its column.*\n {2}Fix: fetch or copy/,
  },
  parquetValues: {
    file: 'platform/formats/parquet.test.ts',
    test: 'are refused where forty million of them are one page, before any is decoded',
  },
  parquetNumbers: {
    does: () =>
      mustBeReadable('a.parquet', 'v', 'page', LIMITS.parquetNumbers.most + 1, LIMITS.parquetNumbers.most),
    says: /33554433 values of "v" in one page; expected at most 33554432\n {2}Fix: write the file again/,
  },
  npyHeader: {
    does: () => readNpy(npy()),
    says: /a header of 1048577 bytes; expected at most 1 MB\n {2}Fix: numpy/,
  },
  vectorParts: {
    does: () =>
      readManifest(
        writtenFolder({
          'vectors.json': '{"rowsPerPart": 1, "documents": {"count": 1000000}, "queries": {"count": 1}}',
        }),
      ),
    says: /too many parts; expected what r2med embed wrote, at most 99,999 files\n {2}Fix: remove this file/,
  },
  denseLayer: {
    does: () => {
      const config = '{"in_features": 1, "out_features": 1, "activation_function": "Tanh"}';
      const file = sparse(LIMITS.denseLayer.most + 1, 'model.safetensors', { 'config.json': config });
      return denseLayers({ steps: [{ kind: 'dense', path: dirname(file) }] } as never);
    },
    says: /1073741825 bytes of a Dense module; expected at most 1 GB\n {2}Fix: download the model again/,
  },
  pythonLevels: {
    does: python(`x = ${'['.repeat(300)}`),
    says: /brackets in brackets without end.*\n {2}Fix: /,
  },
  pythonText: {
    does: python(`a = "${'y'.repeat(200_000)}"\nx = a + a + a + a + a + a\n`),
    says: /more than a million characters.*\n {2}Fix: /,
  },
  pythonNames: {
    does: python(`a = "y"\nb = [${'a, '.repeat(200)}]\nx = [${'b, '.repeat(100)}]\n`),
    says: /takes too many other names.*\n {2}Fix: /,
  },
  cloneFile: {
    does: () => importPrompts(dirname(sparse(LIMITS.cloneFile.most + 1, 'prompts.py'))),
    says: /no table generate_hy_doc|no table hyde.*\n {2}Fix: /,
  },
  folderLevels: {
    does: () => {
      const folder = writtenFolder();
      const deep = join(folder, ...Array.from({ length: LIMITS.folderLevels.most + 1 }, () => 'a'));
      mkdirSync(deep, { recursive: true });
      writeFileSync(join(deep, 'corpus.csv'), 'id,text\n1,gout\n');
      return openFolder(folder);
    },
    says: /\n {2}Fix: /,
  },
  answer: {
    does: async () => {
      const address = await listening(
        createServer((_, response) => {
          const part = Buffer.alloc(1 << 24);
          const more = (left: number): unknown =>
            left > 0 && !response.destroyed && response.write(part, () => more(left - 1));
          more(20);
        }),
      );
      const client = await openHttpClient({});
      try {
        await client.post(address, {}, '{}', new AbortController().signal);
      } catch (error) {
        throw new Error(networkReason(error).reason);
      } finally {
        await client.close();
      }
    },
    says: /the answer is larger than 256 MB/,
  },
  chatAnswer: { file: 'models/llms/chat/endless.test.ts', test: 'an answer without an end' },
  answerTokens: {
    does: () => {
      throw new Error(`${mostTokensOut({ messages: [], sampling: {} })} tokens`);
    },
    says: /^10240 tokens$/,
  },
  batchLine: {
    does: () =>
      readJsonLines(
        {
          chunks: (async function* () {
            for (let i = 0; i < 3; i++) yield Buffer.alloc(LIMITS.batchLine.most / 2 + 1, 0x78);
          })(),
          renew: () => {},
        } as never,
        () => {},
      ),
    says: /a line that is too long to be an answer/,
  },
  batchPages: {
    does: () =>
      gemini.find({ name: 'x', count: 1, since: 0, known: new Set() }, {
        call: async (_: unknown, schema: { parse(value: unknown): unknown }) =>
          schema.parse({ nextPageToken: 'again' }),
      } as never),
    says: /100 pages of batches, and no end of them/,
  },
  hubPages: { file: 'platform/hub/listing.test.ts', test: 'lists files without end' },
  redirects: { file: 'platform/hub/connection.test.ts', test: 'without end are refused' },
  silence: { file: 'models/embedders/api/misbehaviour.test.ts', test: 'no answer within 600 s' },
  streamSilence: { file: 'models/llms/chat/misbehaviour.test.ts', test: 'nothing more within 300 s' },
  pieces: { file: 'models/llms/chat/endless.test.ts', test: 'and no end of it: see why the server goes on' },
  askedWait: {
    file: 'platform/api-client/batch/transport.test.ts',
    test: 'is tried again while the service is busy, for no longer than is waited',
  },
  commandLine: {
    file: 'models/custom/line-splitter.test.ts',
    test: 'longer than the limit are passed over, told once, and the next line is read',
  },
  commandFrame: {
    does: () => {
      const message = readMessage(`{"id": 1, "rows": 1, "bytes": ${LIMITS.commandFrame.most + 4}}`);
      throw new Error(message.is === 'malformed' ? message.reason : message.is);
    },
    says: /its answer has 1073741828 bytes for 1 rows/,
  },
  commandStrays: { file: 'models/custom/command-end.test.ts', test: 'but chatters without end is ended too' },
  commandSilence: { file: 'models/custom/command-end.test.ts', test: 'gave no answer for' },
  pageBody: { file: 'web/review-server/requests.test.ts', test: 'a body that is too long' },
};

describe('every limit is shown by what is said when it is reached', () => {
  it.each(Object.entries(SHOWN))('%s', async (_, shown) => {
    if ('test' in shown) expect(readFileSync(join(SRC, shown.file), 'utf8')).toContain(shown.test);
    else {
      const error = await failure((async () => shown.does())());
      expect(error.message).toMatch(shown.says);
    }
  });
});

it('docs/background/inputs.md has all of them', () => {
  const page = readFileSync(join(SRC, '../docs/background/inputs.md'), 'utf8');
  for (const limit of Object.values(LIMITS) as readonly Limit[])
    expect(page).toContain(`| ${limit.what} | ${limitText(limit)} |`);
});
