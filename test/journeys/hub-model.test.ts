import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { taskEntry } from '../../src/tasks/index.js';
import { temporaryFolder } from '../support/command.js';
import { hubOfSeveral } from '../support/hub-of-several.js';
import { startHub } from '../support/hub-server.js';
import { journey } from '../support/journey.js';
import { COMMIT } from '../support/tiny-model-files.js';
import { jsonl } from '../support/written-folder.js';

const MODEL = fileURLToPath(new URL('../golden/onnx/bert-sentence', import.meta.url));
const modelFiles = Object.fromEntries(
  readdirSync(MODEL, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [
      path.slice(MODEL.length + 1),
      { content: readFileSync(path), lfs: path.endsWith('.onnx') },
    ]),
);

const { counts, source } = taskEntry('r2med', 'IIYi-Clinical');
const WORDS = ['gout', 'joint', 'urate', 'iron', 'skin', 'cough'];
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);

/** Words of our own in the numbers of the real task, which are checked. */
const taskFiles = {
  'corpus.jsonl': {
    content: jsonl(
      ...numbers(counts.documents).map((i) => ({ id: `d${i}`, text: WORDS[i % WORDS.length]! })),
    ),
    lfs: true,
  },
  'query.jsonl': {
    content: jsonl(
      ...numbers(counts.queries).map((i) => ({ id: `q${i}`, text: `${WORDS[i % WORDS.length]} case` })),
    ),
  },
  'qrels.jsonl': {
    content: jsonl(
      ...numbers(counts.judgements).map((i) => ({ q_id: `q${i % counts.queries}`, p_id: `d${i}`, score: 1 })),
    ),
  },
};

it('a model of the hub gets a row beside the published ones in two commands', async () => {
  if (source.from !== 'hub') throw new Error('IIYi-Clinical is no dataset of the hub');
  const endpoint = await hubOfSeveral({
    'lab/tiny-model': await startHub('lab/tiny-model', COMMIT, modelFiles, {
      kind: 'model',
      branches: ['main'],
    }),
    [source.repository]: await startHub(source.repository, source.revision, taskFiles),
  });
  const folder = temporaryFolder();
  const env = { HF_ENDPOINT: endpoint, HF_HOME: join(folder, 'hf'), R2MED_HOME: join(folder, 'home') };
  const { type, ends } = journey(folder, env);
  const run = await type('r2med run --task IIYi-Clinical --retriever lab/tiny-model --query-prompt "find: "');
  expect(run.said).toContain('IIYi-Clinical: 3 files fetched and checked');
  const { printed } = await type('r2med leaderboard --task IIYi-Clinical --published');
  ends(2);
  const record = JSON.parse(
    readFileSync(join(folder, 'results', 'lab-tiny-model', 'IIYi-Clinical', 'record.json'), 'utf8'),
  );
  expect(JSON.stringify(record)).toContain('"prefix":"find: "');
  const rows = printed.split('\n');
  expect(rows.filter((row) => /lab\/tiny-model +here /.test(row))).toHaveLength(1);
  expect(rows.filter((row) => / (mteb|grouprank|r2med-site) /.test(row)).length).toBeGreaterThan(10);
});
