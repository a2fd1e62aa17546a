// node bench/dense-encode.js [ROUNDS]: ONNX encoding against sentence-transformers, the same model on the same threads.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interleave } from './measure.js';
import { sentenceTransformers } from './peers/sentence-transformers.js';
import { run } from './process.js';
import { digits, markdown, times } from './table.js';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Every fourth document of the sample suite: prose, 80 to 300 tokens. */
const sampleTexts = () => {
  const sample = here('../data/sample');
  const tasks = readdirSync(sample, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const rows = tasks.flatMap(({ name }) =>
    readFileSync(join(sample, name, 'corpus.jsonl'), 'utf8')
      .trimEnd()
      .split('\n'),
  );
  return rows.filter((_, i) => i % 4 === 0).map((row) => JSON.parse(row).text);
};

const onThreads = (threads) => (threads === 1 ? 'one thread' : `${threads} threads`);

/** The table, or a sentence that says why there is none. */
export const denseEncode = async (temporary, rounds) => {
  const peer = sentenceTransformers();
  try {
    await peer.prepare(temporary);
  } catch (error) {
    return `absent: ${peer.name}, which also brings the model (${error.message.split('\n')[0]})`;
  }
  const texts = join(temporary, 'texts.json');
  writeFileSync(texts, JSON.stringify(sampleTexts()));
  const work = here('./peers/r2med_encode_work.js');
  const contenders = [...new Set([1, availableParallelism()])].flatMap((threads) => [
    {
      name: `r2med onnx, ${onThreads(threads)}`,
      measure: () => run(process.execPath, work, texts, String(threads), join(temporary, 'model')),
    },
    { name: `${peer.name}, ${onThreads(threads)}`, measure: () => peer.run({ texts, threads }) },
  ]);
  const results = await interleave(contenders, rounds);
  const rows = contenders.map(({ name }, i) => {
    const it = results.get(name);
    // Each pair begins with ours.
    const ours = results.get(contenders[i - (i % 2)].name);
    const ratios = ['work', 'cpu', 'megabytes'].map((field) => times(it[field] / ours[field]));
    return [name, ...ratios, ...[it.work, it.cpu, it.megabytes].map(digits)];
  });
  return markdown(['Encoder', 'Time', 'CPU', 'Memory', 'Work, s', 'CPU, s', 'MB'], rows);
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const temporary = process.env.BENCH_FOLDER ?? mkdtempSync(join(tmpdir(), 'r2med-bench-'));
  try {
    console.log(await denseEncode(temporary, Number(process.argv[2] ?? 5)));
  } finally {
    if (!process.env.BENCH_FOLDER) rmSync(temporary, { recursive: true, force: true });
  }
}
