// BM25 per query against search libraries for JavaScript.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PASSAGES_SHAPE, shapeText, writeTask } from '../invented-task.js';
import { interleave, prepared, ratios } from '../measure.js';
import { javascriptPeers, NAMES } from '../peers/index.js';
import { run } from '../process.js';
import { digits, markdown, times } from '../table.js';

const peerFile = (name) => fileURLToPath(new URL(`../peers/${name}`, import.meta.url));
const HEAD = ['Library', 'Time per query, ours = 1', 'ms per query', 'Read and index, s', 'Peak memory, MB'];

const measure = async ({ temporary, rounds }) => {
  const { folder } = await writeTask(join(temporary, 'task'), PASSAGES_SHAPE);
  const installed = join(temporary, 'javascript');
  const { present, absent } = await prepared(javascriptPeers, ({ packages }) =>
    run('npm', 'install', '--silent', '--no-audit', '--no-fund', '--prefix', installed, ...packages),
  );
  const ours = NAMES.oneThread;
  const results = await interleave(
    [
      { name: ours, measure: () => run(process.execPath, peerFile('r2med_work.js'), folder, '1', 'repeat') },
      ...present.map(({ name }) => ({
        name,
        measure: () => run(process.execPath, peerFile('javascript_work.js'), name, installed, folder),
      })),
    ],
    rounds,
  );
  const row = (name) => {
    const it = results.get(name);
    if (!it) return [name, `absent: ${absent.get(name)}`, '', '', ''];
    const over = times(it.query / results.get(ours).query);
    return [name, over, digits(it.query), digits(it.index), digits(it.megabytes)];
  };
  const [fastest] = present
    .map(({ name }) => name)
    .sort((one, other) => results.get(one).query - results.get(other).query);
  return {
    text: `${shapeText(PASSAGES_SHAPE)}, top 100. Half of the queries warm up for a second or more, the other half is timed once each.`,
    table: markdown(HEAD, [ours, ...javascriptPeers.map(({ name }) => name)].map(row)),
    summary: [
      {
        against: 'the fastest JavaScript library',
        what: 'time per query',
        wanted: '30 ×',
        values: ratios(results, fastest, ours, 'query'),
      },
    ],
  };
};

export const part = { name: 'javascript', title: 'BM25 per query: JavaScript libraries', rounds: 3, measure };
