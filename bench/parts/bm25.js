// BM25 as whole programs on a task the size of Biology.
import { join } from 'node:path';
import { BIOLOGY_SHAPE, shapeText, writeTask } from '../invented-task.js';
import { interleave, prepared, ratios } from '../measure.js';
import { NAMES, programs } from '../peers/index.js';
import { digits, markdown, times } from '../table.js';

const HEAD = ['Program', 'Time', 'CPU', 'Memory', 'Work, s', 'CPU, s', 'Peak memory, MB', 'Whole process, s'];

const measure = async ({ temporary, rounds }) => {
  const task = await writeTask(join(temporary, 'task'), BIOLOGY_SHAPE);
  const peers = programs();
  const { present, absent } = await prepared(peers, (peer) => peer.prepare(temporary));
  const contenders = present.map((peer) => ({ name: peer.name, measure: () => peer.run(task) }));
  const results = await interleave(contenders, rounds);
  const ours = results.get(NAMES.allCores);
  const row = ({ name }) => {
    const it = results.get(name);
    if (!it) return [name, `absent: ${absent.get(name)}`, '', '', '', '', '', ''];
    const over = ['work', 'cpu', 'megabytes'].map((field) => times(it[field] / ours[field]));
    return [name, ...over, ...[it.work, it.cpu, it.megabytes, it.seconds].map(digits)];
  };
  const over = (name, field) => ratios(results, name, NAMES.allCores, field);
  return {
    text: `A task the size of Biology: ${shapeText(BIOLOGY_SHAPE)}, top 100. Work is reading, analysing, indexing and
searching, clocked inside the process once it runs. Every program starts cold and without a cache, except that bm25s
compiles before its clocks start, and that the first run of two fills a cache in which the second finds the index. The work of
the analyzer alone is to analyse texts that were read before. CPU is that of all threads, start included: the fairer figure on a busy machine. The
first columns are ratios to the first row.`,
    table: markdown(HEAD, peers.map(row)),
    summary: [
      { against: 'the reference stack', what: 'time', wanted: '12 ×', values: over(NAMES.reference, 'work') },
      {
        against: 'the reference stack',
        what: 'memory',
        wanted: '5 ×',
        values: over(NAMES.reference, 'megabytes'),
      },
      { against: 'Lucene, one thread', what: 'time', wanted: '4 ×', values: over(NAMES.lucene, 'work') },
      { against: 'bm25s', what: 'time', wanted: '3 ×', values: over(NAMES.bm25s, 'work') },
      {
        against: 'its analyzer alone, one thread',
        what: 'time of all work',
        wanted: 'at most 1.5 ×',
        values: ratios(results, NAMES.allCores, NAMES.analyzer, 'work'),
      },
      {
        against: 'its first run',
        what: 'whole process of the second',
        wanted: 'at most 0.33 ×',
        values: ratios(results, NAMES.second, NAMES.first, 'seconds'),
      },
    ],
  };
};

export const part = { name: 'bm25', title: 'BM25 as whole programs', measure };
