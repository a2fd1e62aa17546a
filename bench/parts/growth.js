// How time and memory grow with the corpus: the first run, which indexes, and the second, which finds the index in the cache.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BIOLOGY_SHAPE, writeTask } from '../invented-task.js';
import { figures, interleave, ratios } from '../measure.js';
import { run } from '../process.js';
import { digits, markdown } from '../table.js';

const SHAPE = { ...BIOLOGY_SHAPE, characters: 300 };
const SIZES = [10_000, 100_000, 1_000_000];
const WORK = fileURLToPath(new URL('../peers/r2med_work.js', import.meta.url));

const HEAD = ['Documents', 'Run', 'CPU, s', 'CPU per document, µs', 'Peak memory, MB', 'kB per document'];

const measure = async ({ temporary, rounds }) => {
  const contenders = [];
  for (const documents of SIZES) {
    const { folder } = await writeTask(join(temporary, `growth-${documents}`), { ...SHAPE, documents });
    const home = join(temporary, `home-${documents}`);
    const work = () => run(process.execPath, WORK, folder, '0', `cache=${home}`);
    const first = () => {
      rmSync(home, { recursive: true, force: true });
      return work();
    };
    contenders.push(
      { name: `${documents} first`, measure: first },
      { name: `${documents} second`, measure: work },
    );
  }
  const results = await interleave(contenders, rounds);
  const row = (documents, which) => {
    const { cpu, megabytes } = results.get(`${documents} ${which}`);
    const perDocument = [(1e6 * cpu) / documents, (1e3 * megabytes) / documents];
    return [documents, which, digits(cpu), digits(perDocument[0]), digits(megabytes), digits(perDocument[1])];
  };
  const [tenth, largest] = SIZES.slice(-2).map((documents) => `${documents} first`);
  const against = 'itself on 10 × the documents';
  const over = (field) => ratios(results, largest, tenth, field);
  return {
    text: `BM25 on documents of ${SHAPE.characters} characters, ${SHAPE.queries} queries, whole processes on all cores. The first run indexes and writes the cache; the second
opens the index it finds there.`,
    table: markdown(
      HEAD,
      SIZES.flatMap((documents) => [row(documents, 'first'), row(documents, 'second')]),
    ),
    summary: [
      { against, what: 'CPU', wanted: 'at most 10 ×', values: over('cpu') },
      { against, what: 'memory', wanted: 'at most 10 ×', values: over('megabytes') },
      {
        against: '1,000,000 documents',
        what: 'memory',
        wanted: 'under 1000 MB',
        unit: 'MB',
        values: figures(results, largest, 'megabytes'),
      },
    ],
  };
};

export const part = { name: 'growth', title: 'Growth', rounds: 1, measure };
