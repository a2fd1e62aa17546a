import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type RunRequest, runRequest } from '../../src/experiment/public.js';
import { nodeTools } from '../../src/platform/node/index.js';
import { temporaryFolder } from '../support/command.js';
import { r2med } from '../support/in-process.js';
import { writtenFolder } from '../support/written-folder.js';

const EXPERIMENT = 'suite: sample\ntasks: [Biology]\nsystems: [bm25, {system: lsa, topK: 7}]\n';
const SYSTEM = 'hyde(sample-writer) > bm25 > top(20)';

/** A record without its times; it holds the hashes of the other files. */
const recordIn = (out: string, folder: string) => {
  const {
    timings: _,
    provenance,
    facts,
    seal,
    ...record
  } = JSON.parse(readFileSync(join(out, folder, 'record.json'), 'utf8'));
  const { at: __, ...made } = provenance;
  const { indexSeconds: ___, lsaSeconds: ____, ...found } = facts;
  return { ...record, made, found, sealed: [seal.run, seal.queries] };
};

describe('one call of the library', () => {
  it.each<[string, RunRequest, readonly string[], readonly string[]]>([
    [
      'systems and a task',
      { suite: 'sample', task: ['Biology'], system: [SYSTEM], retriever: ['bm25-lucene'], topK: 50 },
      [
        '--suite',
        'sample',
        '--task',
        'Biology',
        '--system',
        SYSTEM,
        '--retriever',
        'bm25-lucene',
        '--top-k',
        '50',
      ],
      ['hyde-sample-writer.bm25.top-20/Biology', 'bm25-lucene/Biology'],
    ],
    [
      'an experiment file',
      { experiment: 'experiment.yaml', measure: 'MRR' },
      ['--experiment', 'experiment.yaml', '--measure', 'MRR'],
      ['bm25/Biology', 'topK-7/lsa/Biology'],
    ],
  ])('leaves the records of the program: %s', async (_, request, args, folders) => {
    const [here, there] = [temporaryFolder(), temporaryFolder()];
    const called = await r2med(['run', ...args, '--out', there, '--quiet', '--no-cache'], {
      cwd: writtenFolder({ 'experiment.yaml': EXPERIMENT }),
    });
    expect([called.code, called.stderr]).toEqual([0, '']);
    const file = writtenFolder({ 'experiment.yaml': EXPERIMENT });
    const { done, failures } = await runRequest(
      { ...request, ...(request.experiment && { experiment: join(file, 'experiment.yaml') }), out: here },
      nodeTools({ quiet: true, cache: false }),
    );
    expect([done.length, failures]).toEqual([folders.length, []]);
    for (const folder of folders) expect(recordIn(here, folder)).toEqual(recordIn(there, folder));
  });
});
