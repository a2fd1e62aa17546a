import { renameSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testTools } from '../../../test/support/tools.js';
import { writtenFolder } from '../../../test/support/written-folder.js';
import { failedWork, type Retriever } from '../../core/index.js';
import { parseStages } from '../../search/pipeline/index.js';
import { bm25 } from '../../search/retrieval/index.js';
import { task as openTask } from '../../tasks/index.js';
import { runSystem } from '../running/index.js';
import { resolveStoredRun, type StoredRunPlace } from './stored-run.js';

const biology = () => openTask('sample', 'Biology');
const built = async (text: string, place: StoredRunPlace) =>
  resolveStoredRun(parseStages(text)[0]!).build(place);

describe('a stored run in a system', () => {
  it('is the run of an earlier call, by the name of its folder, and scores the same', async () => {
    const task = await biology();
    const out = writtenFolder();
    const { result } = await runSystem(bm25(), task, testTools(), { out });
    const stored = await built('stored:bm25', { task, out });
    expect(stored.name).toBe('stored:bm25');
    const again = await runSystem(stored, task, testTools());
    expect(again.result.record.scores).toEqual(result.record.scores);
    // The text of the system itself, in quotes, leads there too.
    expect((await built('stored:"bm25"', { task, out })).spec).toEqual(stored.spec);
  });

  it('of an incomplete result makes an incomplete one', async () => {
    const task = await biology();
    const out = writtenFolder();
    const faulty: Retriever = {
      ...bm25(),
      open: async (corpus, tools) => {
        const runner = await bm25().open(corpus, tools);
        return { ...runner, facts: failedWork('documents without a vector', 1, 'too odd') };
      },
    };
    await runSystem(faulty, task, testTools(), { out });
    const stored = await built('stored:bm25', { task, out });
    const { result } = await runSystem(stored, task, testTools());
    expect(result.record.incomplete).toEqual({
      'documents without a vector (in stored:bm25)': { count: 1, reason: 'too odd' },
    });
  });

  it('of a result whose record was cut is refused: it may have been incomplete', async () => {
    const task = await biology();
    const out = writtenFolder();
    await runSystem(bm25(), task, testTools(), { out });
    const record = join(out, 'bm25/Biology/record.json');
    truncateSync(record, 100);
    const run = `stored:${join(out, 'bm25/Biology/run.trec')}`;
    await expect(built(run, { task })).rejects.toThrow('not JSON, so it was cut');
    // A file of another name is not of this result.
    renameSync(join(out, 'bm25/Biology/run.trec'), join(out, 'bm25/Biology/other.trec'));
    await built(run.replace('run.trec', 'other.trec'), { task });
  });

  it('is a file, with {task} for the name of the task', async () => {
    const task = await biology();
    const line = `${task.queries[0]!.id} Q0 none 1 1 s\n`;
    const folder = writtenFolder({ 'Biology.trec': line });
    const stored = await built(`stored:${join(folder, '{task}.trec')}`, { task, topK: 3 });
    expect(stored.name).toBe(`stored:${join(folder, '{task}.trec')}`);
    expect(stored.spec).toMatchObject({ topK: 3 });
    await expect(stored.open(task.corpus, testTools())).rejects.toThrow(
      'document "none" that the task does not have',
    );
  });

  it('of queries that the task lacks is refused', async () => {
    const folder = writtenFolder({ 'run.trec': 'stranger Q0 d 1 1 s\n' });
    await expect(built(`stored:${join(folder, 'run.trec')}`, { task: await biology() })).rejects.toThrow(
      'query "stranger"',
    );
  });

  it('that is nowhere is refused with every place that was looked at', async () => {
    const task = await biology();
    const out = writtenFolder();
    await expect(built('stored:bm52', { task, out })).rejects.toThrow(
      `no run at bm52 or ${join(out, 'bm52', 'Biology', 'run.trec')}`,
    );
  });

  it('takes no settings', async () => {
    const file = `stored:${join(writtenFolder(), 'run.trec')}(safeguard=false)`;
    await expect(built(file, { task: await biology() })).rejects.toThrow('without settings');
    await expect(built('stored:bm25(10)', { task: await biology() })).rejects.toThrow(
      'no setting, or safeguard=false',
    );
  });
});
