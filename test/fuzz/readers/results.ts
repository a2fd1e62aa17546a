import { readFileSync, writeFileSync } from 'node:fs';
import { readItems } from '../../../src/benchmarks/review/items.js';
import { readPlanIfThere } from '../../../src/benchmarks/review/plan.js';
import { readTrail } from '../../../src/benchmarks/review/trail.js';
import { canonicalJson, type DocId, type QueryId, type Run } from '../../../src/core/index.js';
import { LiveRun, SealedRecord } from '../../../src/experiment/record/index.js';
import { inspectResult, sealed } from '../../../src/experiment/results/inspect.js';
import { readReferenceFolder } from '../../../src/experiment/results/reference-folder.js';
import { readJudgements } from '../../../src/experiment/results/runs/read-judgements.js';
import { readRun } from '../../../src/experiment/results/runs/read-run.js';
import { RUN_FORMATS } from '../../../src/experiment/results/runs/run-formats.js';
import { JUDGEMENT_WRITERS, writeJudgements } from '../../../src/experiment/results/runs/write-judgements.js';
import { writeRun } from '../../../src/experiment/results/runs/write-run.js';
import { queriesText } from '../../../src/experiment/results/store.js';
import { readHeader } from '../../../src/experiment/running/shards/shard-files.js';
import { openChecked } from '../../../src/platform/node/disk-cache.js';
import { isLeft, ownerIn, sha256 } from '../../../src/platform/node/index.js';
import { recordHead } from '../../../src/platform/node/item-record.js';
import { scanSegment } from '../../../src/platform/node/item-segment.js';
import { describeHolder, parseHolder, thisHolder } from '../../../src/platform/node/owner.js';
import { openVectorFile } from '../../../src/platform/node/vector-file.js';
import { result } from '../../support/made-result.js';
import { type Reader, reader } from '../reader.js';
import { inFile, inFolder, pathOf, together } from './stored.js';

/** An example of each format, as its errors show it. */
const runs = Object.entries(RUN_FORMATS).map(([name, example]) =>
  reader({
    name: `run ${name}`,
    covers: [`run format ${name}`],
    takes: 'text',
    seeds: [`${example}\n`, `${example}\n${example.replace('q1', 'q2')}\n`],
    share: 0.15,
    read: inFile('run.txt', async (file) => (await readRun(file)).run),
    write: async (run: Run) => {
      // A query without hits leaves no line.
      if ([...run.values()].some(({ length }) => length === 0)) return undefined;
      await writeRun(pathOf('again.trec'), run, 'x');
      return readFileSync(pathOf('again.trec'), 'utf8');
    },
  }),
);

const { record, queries } = result('bm25', 'Biology', [0.5, 1]);
const filled = { ...record, provenance: { ...record.provenance, at: '2026-01-01T00:00:00.000Z' } };
const lines = queriesText(queries);
const RUN = 'q0 Q0 d1 1 2.5 bm25\n';
const sealedRecord = sealed(filled, { run: sha256(RUN), queries: sha256(lines) });

const SHARD = { incomplete: true, kind: 'shard', version: 1, content: { systems: ['bm25'] } };

const item = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  const key = Buffer.alloc(32, 7).toString('base64') as never;
  return Buffer.concat([recordHead({ key, bytes }), bytes]);
};

const json = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export const resultReaders: readonly Reader[] = [
  ...runs,
  ...JUDGEMENT_WRITERS.map((format) =>
    reader({
      name: `judgements ${format}`,
      takes: 'text',
      seeds: [
        'q1 0 d1 1\nq1 1 d2 0\n',
        '{"q1": {"d7": 1}, "q2": {"d1": -1}}',
        'query-id\tcorpus-id\tscore\nq1\td1\t2\n',
        '{"q_id": "q1", "p_id": 7, "score": 1}\n',
      ],
      share: 0.1,
      read: inFile('qrels', async (file) =>
        [...(await readJudgements(file)).judgements].map(([query, grades]) => [query, [...grades]] as const),
      ),
      write: async (judgements: readonly (readonly [QueryId, readonly (readonly [DocId, number])[]])[]) => {
        if (judgements.some(([, grades]) => grades.length === 0)) return undefined;
        const held = new Map(judgements.map(([query, grades]) => [query, new Map(grades)]));
        try {
          await writeJudgements(pathOf('again'), held, format);
        } catch {
          // An id that this format cannot hold.
          return undefined;
        }
        return readFileSync(pathOf('again'), 'utf8');
      },
    }),
  ),
  reader({
    name: 'records',
    takes: 'text',
    seeds: [JSON.stringify(sealedRecord)],
    share: 0.3,
    read: (text) => SealedRecord.safeParse(json(text)).data,
    write: (value) => JSON.stringify(value),
  }),
  reader({
    name: 'sealed results',
    takes: 'text',
    seeds: [
      together({
        'record.json': `${JSON.stringify(sealedRecord)}\n`,
        'queries.jsonl': lines,
        'run.trec': RUN,
      }),
    ],
    share: 0.05,
    read: inFolder('result', ['record.json', 'queries.jsonl', 'run.trec'], async (folder) => {
      const found = await inspectResult(folder);
      for (const problem of found?.problems ?? []) if (!problem.fix) throw problem;
      return found?.record;
    }),
  }),
  reader({
    name: 'runs under way',
    takes: 'text',
    seeds: ['{"version":1,"holder":{"id":"a","process":1},"startedAt":"2026-01-01T00:00:00Z"}'],
    share: 0.3,
    read: (text) => LiveRun.safeParse(json(text)).data,
  }),
  reader({
    name: 'headers of shards',
    takes: 'text',
    seeds: [together({ 'shard.json': JSON.stringify({ ...SHARD, seal: sha256(canonicalJson(SHARD)) }) })],
    share: 0.08,
    read: inFolder('shard', ['shard.json'], readHeader),
  }),
  reader({
    name: 'leases',
    takes: 'text',
    seeds: [JSON.stringify(thisHolder('a run')), '{"process": 1, "id": "x"}'],
    share: 0.3,
    read: (text) => {
      const holder = parseHolder(text);
      return [describeHolder(holder), holder && isLeft(holder, () => 0)];
    },
  }),
  reader({
    name: 'marks of owners',
    takes: 'text',
    seeds: ['0123abcd-0123abcd-77-1234-0123abcd', '0123abcd-0123abcd-0-_-0123abcd'],
    read: ownerIn,
  }),
  reader({
    name: 'segments of items',
    takes: 'bytes',
    seeds: [Buffer.concat([item('one'), item('two')])],
    share: 0.2,
    read: inFile('items.seg', async (file) => {
      const found: unknown[] = [];
      return [await scanSegment(file, (key, placed) => found.push([key, placed])), found];
    }),
  }),
  reader({
    name: 'files with checksums',
    takes: 'bytes',
    seeds: [Buffer.from('abcd'), Buffer.alloc(40)],
    share: 0.2,
    read: inFile('checked.bin', (file) => openChecked(file)?.read(0, 4)),
  }),
  reader({
    name: 'ids of vectors',
    takes: 'text',
    seeds: ['["d1", "d2"]', 'd1\nd2\n', '{"id": "d1"}\n{"id": "d2"}\n'],
    share: 0.1,
    read: inFile('ids.json', async (file) => {
      const header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 1), }";
      const head = `${header}${' '.repeat(117 - header.length)}\n`;
      const bytes = [
        Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, head.length, 0]),
        Buffer.from(head),
        Buffer.alloc(8),
      ];
      writeFileSync(pathOf('ids.npy'), Buffer.concat(bytes));
      return (await openVectorFile(pathOf('ids.npy'), file)).ids;
    }),
  }),
  reader({
    name: 'files of the reference implementation',
    takes: 'text',
    seeds: [
      together({
        'gar/hyde/gpt4/bge/Biology.json':
          '{"dataset_name": "Biology", "test": {"ndcg_at_10": 0.5, "mrr": 1}}',
      }),
    ],
    share: 0.05,
    read: inFolder('reference', ['gar/hyde/gpt4/bge/Biology.json'], (folder) => readReferenceFolder(folder)),
  }),
  reader({
    name: 'trails of reviewers',
    takes: 'text',
    seeds: [
      '{"type":"answer","sequence":1,"id":"a","at":"2026-01-01T00:00:00Z","item":"i","version":"v","seconds":1,"answers":[{"question":"q","value":"y"}]}\n{"type":"break","sequence":2,"id":"b","at":"2026-01-01T00:00:00Z","action":"start"}\n',
    ],
    share: 0.15,
    read: inFile('trail.jsonl', readTrail),
  }),
  reader({
    name: 'plans and items of a review',
    takes: 'text',
    seeds: [
      together({
        'items.jsonl':
          '{"id":"i","step":"s","texts":[{"label":"a","text":"b"}],"questions":[{"name":"q","text":"t","choices":[{"value":"y","label":"Y"},{"value":"n","label":"N"}],"ordered":false,"reason":"none"}]}\n',
        'plan.json':
          '{"version":1,"id":"x","title":"t","seed":1,"perItem":1,"shared":0,"adjudicate":"ties","named":true,"people":[{"name":"anna","role":"reviewer","active":true}],"assignment":[]}\n',
      }),
    ],
    share: 0.05,
    read: inFolder('review', ['items.jsonl', 'plan.json'], async (folder) => [
      await readItems(folder),
      await readPlanIfThere(folder),
    ]),
  }),
];
