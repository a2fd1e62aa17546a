// How time and memory grow with the corpus: the first run, which indexes, and the second, which finds the index in the cache.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BIOLOGY_SHAPE, writeTask } from './invented-task.js';
import { interleave } from './measure.js';
import { run } from './process.js';
import { digits, markdown } from './table.js';

export const GROWTH_SHAPE = { ...BIOLOGY_SHAPE, characters: 300 };
const SIZES = [10_000, 100_000, 1_000_000];
const WORK = fileURLToPath(new URL('./peers/r2med_work.js', import.meta.url));

const HEAD = ['Documents', 'Run', 'CPU, s', 'CPU per document, µs', 'Peak memory, MB', 'kB per document'];

/** The table, and how much time and memory the largest corpus takes, over those of one a tenth as large. */
export const growth = async (temporary, rounds, sizes = SIZES) => {
  const contenders = [];
  for (const documents of sizes) {
    const { folder } = await writeTask(join(temporary, `growth-${documents}`), {
      ...GROWTH_SHAPE,
      documents,
    });
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
  const [tenth, largest] = sizes.slice(-2).map((documents) => results.get(`${documents} first`));
  return {
    table: markdown(
      HEAD,
      sizes.flatMap((documents) => [row(documents, 'first'), row(documents, 'second')]),
    ),
    time: largest.cpu / tenth.cpu,
    memory: largest.megabytes / tenth.megabytes,
  };
};
