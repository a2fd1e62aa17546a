import { KINDS, vectorReader } from '../../../src/models/custom/kinds.js';
import { lineSplitter } from '../../../src/models/custom/line-splitter.js';
import { readScores } from '../../../src/models/custom/list-scorer.js';
import { readMessage } from '../../../src/models/custom/protocol.js';
import { readRanking } from '../../../src/models/custom/read-ranking.js';
import { denseLayers } from '../../../src/models/onnx/dense-layer.js';
import { readLayout } from '../../../src/models/onnx/layout.js';
import { openTokenizer } from '../../../src/models/onnx/tokenizer.js';
import { importPrompts } from '../../../src/models/prompts/import-prompts.js';
import { rankLlmPrompt } from '../../../src/models/prompts/import-rankllm.js';
import { readImported } from '../../../src/models/prompts/imported-prompt.js';
import { openPrompts } from '../../../src/models/prompts/open-prompts.js';
import { openTables } from '../../../src/models/prompts/python/tables.js';
import { externalData } from '../../../src/platform/hub/external-data.js';
import { ListedFile } from '../../../src/platform/hub/remote-file.js';
import { CLONES } from '../../support/clone-files.js';
import { location } from '../../support/tiny-model-files.js';
import { type Reader, reader } from '../reader.js';
import { inFile, inFolder, together } from './stored.js';

const TOKENIZER = {
  version: '1.0',
  added_tokens: [
    {
      id: 0,
      content: '[PAD]',
      special: true,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
    },
  ],
  normalizer: {
    type: 'BertNormalizer',
    clean_text: true,
    handle_chinese_chars: true,
    strip_accents: null,
    lowercase: true,
  },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: {
    type: 'TemplateProcessing',
    single: [{ SpecialToken: { id: '[CLS]', type_id: 0 } }, { Sequence: { id: 'A', type_id: 0 } }],
    pair: [{ Sequence: { id: 'A', type_id: 0 } }, { Sequence: { id: 'B', type_id: 1 } }],
    special_tokens: { '[CLS]': { id: '[CLS]', ids: [2], tokens: ['[CLS]'] } },
  },
  decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: { '[PAD]': 0, '[UNK]': 1, '[CLS]': 2, gout: 3, '##s': 4 },
  },
};
const CONFIGS = {
  'config.json': '{"model_type": "bert", "max_position_embeddings": 512, "pad_token_id": 0}',
  'tokenizer_config.json': '{"pad_token": "[PAD]", "model_max_length": 512}',
};
const LAYOUT = {
  ...CONFIGS,
  'modules.json':
    '[{"idx":0,"path":"","type":"sentence_transformers.models.Transformer"},{"path":"1_Pooling","type":"x.Pooling"},{"path":"2_Dense","type":"x.Dense"},{"path":"3","type":"x.Normalize"}]',
  '1_Pooling/config.json': '{"pooling_mode_cls_token": true, "include_prompt": false}',
  '2_Dense/config.json':
    '{"in_features": 1, "out_features": 1, "activation_function": "torch.nn.modules.activation.Tanh"}',
  'special_tokens_map.json': '{"pad_token": {"content": "[PAD]"}}',
  'sentence_bert_config.json': '{"max_seq_length": 512}',
  'config_sentence_transformers.json': '{"prompts": {"query": "q: "}}',
};

const SAFETENSORS = (() => {
  const header =
    '{"linear.weight":{"dtype":"F32","shape":[1,1],"data_offsets":[0,4]},"linear.bias":{"dtype":"F16","shape":[1],"data_offsets":[4,6]}}';
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([length, Buffer.from(header), Buffer.alloc(6, 1)]);
})();

const RANKLLM =
  'method: "singleturn_listwise"\nsystem_message: "You rank."\nprefix: |\n  Query: {query}\nsuffix: "Rank {num}"\nbody: "[{rank}] {candidate}\\n"\noutput_validation_regex: "x"\noutput_extraction_regex: "\\\\[(\\\\d+)\\\\]"\n';
const PYTHON =
  'A = "x" \\\n  "y"\nB = {"a": A + "z", \'b\': """long\n{TEXT}""", "c": f"{A}"}\ndef f():\n    """doc"""\n    p = [1, ("a", r"\\n")]\nC = "a{x}".format(x=A)\nD = {"k": "\\u00e9\\x41\\101"}\n';

/** Tables as the reference implementation has them, with words of our own. */
const REFERENCE = (() => {
  const keys =
    'Stack-Biology Stack-Bioinformatics Stack-Medical MedXpertQA-Exam MedQA-Diag PMC-Treat PMCPatients IIYiPatients-EN';
  const table = (name: string, text: string): string => {
    const entries = keys.split(' ').map((key) => `"${key}": "${text}"`);
    return `${name} = {${entries.join(', ')}}\n`;
  };
  return [
    table('hyde', 'Write on {TEXT}'),
    table('lamer', '{PASSAGE} and {TEXT}'),
    table('query2doc', '###Examples:###\\nq\\n\\n###Real Test:###\\n{TEXT}'),
  ].join('');
})();

const json = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

export const modelReaders: readonly Reader[] = [
  reader({
    name: 'tokenizer.json',
    takes: 'text',
    seeds: [JSON.stringify(TOKENIZER)],
    share: 0.05,
    read: (text) =>
      inFolder('tokenizer', ['tokenizer.json', ...Object.keys(CONFIGS)], async (folder) => {
        const tokenizer = await openTokenizer(readLayout(folder));
        return [tokenizer.frame, tokenizer.ids('gouts, Ärger 痛'), tokenizer.padId];
      })(together({ ...CONFIGS, 'tokenizer.json': text })),
  }),
  reader({
    name: 'configuration of a model',
    takes: 'text',
    seeds: [together(LAYOUT)],
    share: 0.05,
    read: inFolder('model', Object.keys(LAYOUT), (folder) => readLayout(folder)),
  }),
  reader({
    name: 'safetensors',
    takes: 'bytes',
    seeds: [SAFETENSORS],
    share: 0.1,
    read: (bytes) =>
      inFile('model.safetensors', (file) => {
        const path = file.slice(0, -'/model.safetensors'.length);
        inFile('config.json', () => {})(LAYOUT['2_Dense/config.json']);
        return denseLayers({ steps: [{ kind: 'dense', path }] } as never).map((layer) =>
          layer(new Float32Array([1])),
        );
      })(bytes),
  }),
  reader({
    name: 'ONNX metadata',
    takes: 'bytes',
    seeds: [Buffer.from(`x${location('model.onnx_data')}y${location('../up')}`, 'latin1')],
    share: 0.2,
    read: inFile('model.onnx', async (file) => {
      const names = await externalData(file);
      if (names.some((name) => name.split('/').includes('..') || name.startsWith('/')))
        throw new Error('a path outside');
      return names;
    }),
  }),
  reader({
    name: 'files listed by the hub',
    takes: 'text',
    seeds: ['{"type":"file","path":"a/b.onnx","size":3,"oid":"abc","lfs":{"oid":"sha256:x","size":3}}'],
    share: 0.5,
    read: (text) => {
      const file = ListedFile.safeParse(json(text)).data;
      if (file && /(^|[\\/])\.\.([\\/]|$)|^[\\/]/.test(file.path)) throw new Error('a path outside');
      return file;
    },
  }),
  reader({
    name: 'lines of a command',
    takes: 'text',
    seeds: [
      '{"r2med": 1, "dimensions": 3, "inFlight": 2}',
      '{"id": 1, "vectors": [[1, 2]], "tokens": 3}',
      '{"id": 1, "rows": 2, "bytes": 16}',
      '{"id": 2, "error": "no"}',
      'Loading 10 %',
    ],
    read: (text) => {
      const message = readMessage(text);
      if (message.is === 'framed')
        return message.bytes <= 1 << 20 ? message.complete(new Uint8Array(message.bytes)) : message.bytes;
      return message;
    },
  }),
  reader({
    name: 'output of a command',
    takes: 'bytes',
    seeds: [Buffer.from('{"id": 1, "rows": 1, "bytes": 4}\nabcd{"id": 2}\nstray\n')],
    share: 0.5,
    read: (bytes) => {
      const lines: string[] = [];
      const splitter = lineSplitter(
        1000,
        (line) => {
          lines.push(line);
          const message = readMessage(line);
          if (message.is !== 'framed' || message.bytes > 1 << 16) return undefined;
          const room = new Uint8Array(message.bytes);
          return { room, filled: () => void message.complete(room) };
        },
        (head) => lines.push(head),
      );
      for (let at = 0; at < bytes.length; at += 5) splitter.push(bytes.subarray(at, at + 5));
      splitter.end();
      return lines;
    },
  }),
  ...(Object.keys(KINDS) as (keyof typeof KINDS)[]).map((kind) =>
    reader({
      name: `vectors of a command ${kind}`,
      covers: [`kind of vectors ${kind}`],
      takes: 'text',
      seeds: ['[1, 2.5, -3]', '{"indices": [1, 5], "weights": [0.5, 2]}', '[[1, 2], [3, 4]]'],
      share: 0.5,
      read: (text) => vectorReader(kind, undefined).read(json(text)),
    }),
  ),
  reader({
    name: 'rankings of a command',
    takes: 'text',
    seeds: ['["d1", "d2"]', '[["d1", 2], ["d2", 1]]', '[{"id": "d1", "score": 1}]', '[0.5, 2]'],
    share: 0.7,
    read: (text) => [
      readRanking(json(text), 2),
      readScores(json(text), [
        { id: 'd1', text: '' },
        { id: 'd2', text: '' },
      ]),
    ],
  }),
  reader({
    name: 'RankLLM templates',
    takes: 'text',
    seeds: [RANKLLM],
    share: 0.3,
    read: (text) => rankLlmPrompt(text, 'a_template.yaml'),
  }),
  reader({
    name: 'Python literals',
    takes: 'text',
    seeds: [PYTHON, "x = ('a' 'b')\ny = {'k': x + 'c'}\n"],
    read: (text) => {
      const tables = openTables(new Map([['prompts.py', text]]), { within: true });
      return [...tables.names].slice(0, 20).map((name) => tables.value(name));
    },
  }),
  ...Object.entries({ ...CLONES, reference: { 'prompts.py': REFERENCE } }).map(([name, files]) =>
    reader({
      name: `prompts of a clone ${name}`,
      takes: 'text',
      seeds: [together(files as Readonly<Record<string, string>>)],
      share: 0.05,
      read: inFolder('clone', Object.keys(files), (folder) => importPrompts(folder)),
    }),
  ),
  reader({
    name: 'prompts folder',
    takes: 'text',
    seeds: [
      together({
        'hyde/default.txt': 'Write about {TEXT}\n',
        'x/y.json':
          '{"kind":"listwise","parts":{"body":"[{rank}] {candidate}","prefix":"{query}"},"shows":"words","answer":"order","from":{"repository":"r"}}',
      }),
    ],
    share: 0.05,
    read: inFolder('prompts', ['hyde/default.txt', 'x/y.json'], (folder) => [
      openPrompts({ folder }).template('hyde', 'Biology'),
      readImported(folder),
    ]),
  }),
];
