import { findPersonalData } from '../../../src/benchmarks/personal-data/index.js';
import { flagTable } from '../../../src/cli/flags/pick.js';
import { once, parseShard, shardText } from '../../../src/core/index.js';
import { parseMeasure, parseMeasures } from '../../../src/evaluation/measures/index.js';
import { candidatesOf } from '../../../src/experiment/plans/candidates.js';
import { systemsOfFlags } from '../../../src/experiment/systems/expressions.js';
import { splitCommand } from '../../../src/models/custom/split-command.js';
import { parseStages, printStages, slug } from '../../../src/search/pipeline/expression.js';
import { analyzer, analyzers } from '../../../src/search/retrieval/analysis/index.js';
import { type Reader, reader } from '../reader.js';

const SYSTEMS = [
  'hyde(gpt4) > bm25(k1=0.9, b=0.4) > top(10)',
  'rrf(hyde(gpt4) > bm25, bge, k=60)',
  'command:"python embed.py"(kind=dense)',
  'served:http://host:8000/v1#model > pointwise(BAAI/bge-m3)',
  "command:python3 own.py --x 'a b'",
];

/** Names of flags with a reader of their own; commander says which of its errors are about a value. */
const flags = Object.entries(flagTable()).filter(([, flag]) => 'parse' in flag && flag.parse);

export const textReaders: readonly Reader[] = [
  reader({
    name: 'systems',
    takes: 'text',
    seeds: SYSTEMS,
    read: (text) => {
      const system = parseStages(text);
      const path = slug(printStages(system));
      if (/[\\/\0]|^\.*$/.test(path) || Buffer.byteLength(path) > 255)
        throw new Error(`a path of its own: ${path}`);
      return system;
    },
    write: (system) => printStages(system),
  }),
  reader({
    name: 'systems as flags',
    takes: 'text',
    seeds: ['rrf:bm25,bge', 'weighted@0.3+0.7:bm25,bge', 'bm25'],
    share: 0.5,
    read: (text) =>
      systemsOfFlags({ retriever: ['bm25'], fuse: [text], reranker: [text], depth: [10] } as never),
  }),
  reader({
    name: 'settings to be found',
    takes: 'text',
    seeds: ['bm25(k1=?, b=0.1..0.9)', 'bm25(k1=0.9|1.2)'],
    share: 0.5,
    read: (text) => candidatesOf(text, 20, 1),
  }),
  reader({
    name: 'measures',
    takes: 'text',
    seeds: ['nDCG@10', 'MAP(rel=2)@100, P@5', 'RBP(p=0.8)', 'Recall@1000,ERR@20'],
    read: (text) => parseMeasures(text).map(({ name }) => name),
    write: (names) => (names.length === 0 ? undefined : names.join(',')),
  }),
  reader({
    name: 'one measure',
    takes: 'text',
    seeds: ['nDCG(dcg=exp)@10', 'INST(T=2)'],
    share: 0.5,
    read: (text) => parseMeasure(text).name,
    write: (name) => name,
  }),
  reader({
    name: 'shards',
    takes: 'text',
    seeds: ['1/4', '2/2'],
    share: 0.3,
    read: parseShard,
    write: shardText,
  }),
  reader({
    name: 'words of a command',
    takes: 'text',
    seeds: ['python "a b.py" --x=\'c d\' e\\ f'],
    read: splitCommand,
  }),
  reader({
    name: 'values of flags',
    covers: flags.map(([name]) => `flag ${name}`),
    takes: 'text',
    seeds: ['10', '0.5', 'bm25,bge', 'http://host:80/v1', '500MB', '0,1', 'a=b', 'nDCG@10=0.45', '1/4', '7B'],
    share: 0.1,
    read: (text) => {
      const found: unknown[] = [];
      for (const [, flag] of flags)
        try {
          found.push((flag as { parse(text: string): unknown }).parse(text));
        } catch (error) {
          const { name, code } = error as { readonly name?: string; readonly code?: string };
          if (code !== 'commander.invalidArgument' && name !== 'InputError') throw error;
        }
      return found;
    },
  }),
  ...Object.keys(analyzers).map((name) => {
    const opened = once(() => analyzer(name));
    return reader({
      name: `analyzer ${name}`,
      covers: [`analyzer ${name}`],
      takes: 'text',
      seeds: ["The patients' toes were swelling; B12 1,000.5 痛み x.y@z.org", 'running ran\u0301 ＡＢ'],
      share: 0.3,
      read: (text) => opened().analyze(text),
    });
  }),
  reader({
    name: 'personal data',
    takes: 'text',
    seeds: [
      'Mr. John Smith, born 3.4.1960, tel. 555-0100, a@b.org, from Berlin, MRN 12345',
      '192.168.0.1 12/31/1999 123-45-6789',
    ],
    share: 0.1,
    read: (text) => findPersonalData(text),
  }),
];
