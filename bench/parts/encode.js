// ONNX encoding against sentence-transformers, the same model on the same threads.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interleave, ratios } from '../measure.js';
import { sentenceTransformers } from '../peers/sentence-transformers.js';
import { run } from '../process.js';
import { digits, markdown, times } from '../table.js';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Every fourth document of the sample suite: prose, 80 to 300 tokens. */
const sampleTexts = () => {
  const sample = here('../../data/sample');
  const tasks = readdirSync(sample, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const rows = tasks.flatMap(({ name }) =>
    readFileSync(join(sample, name, 'corpus.jsonl'), 'utf8')
      .trimEnd()
      .split('\n'),
  );
  return rows.filter((_, i) => i % 4 === 0).map((row) => JSON.parse(row).text);
};

const onThreads = (threads) => (threads === 1 ? 'one thread' : `${threads} threads`);

const TEXT = 'all-MiniLM-L6-v2 on the texts of the sample suite, on the same CPU.';

const measure = async ({ temporary, rounds }) => {
  const peer = sentenceTransformers();
  // It also brings the model.
  await peer.prepare(temporary);
  const texts = join(temporary, 'texts.json');
  writeFileSync(texts, JSON.stringify(sampleTexts()));
  const work = here('../peers/r2med_encode_work.js');
  const ours = (threads) => `r2med onnx, ${onThreads(threads)}`;
  const theirs = (threads) => `${peer.name}, ${onThreads(threads)}`;
  const counts = [...new Set([1, availableParallelism()])];
  const contenders = counts.flatMap((threads) => [
    {
      name: ours(threads),
      measure: () => run(process.execPath, work, texts, String(threads), join(temporary, 'model')),
    },
    { name: theirs(threads), measure: () => peer.run({ texts, threads }) },
  ]);
  const results = await interleave(contenders, rounds);
  const row = (name, threads) => {
    const it = results.get(name);
    const over = ['work', 'cpu', 'megabytes'].map((field) =>
      times(it[field] / results.get(ours(threads))[field]),
    );
    return [name, ...over, ...[it.work, it.cpu, it.megabytes].map(digits)];
  };
  return {
    text: TEXT,
    table: markdown(
      ['Encoder', 'Time', 'CPU', 'Memory', 'Work, s', 'CPU, s', 'MB'],
      counts.flatMap((threads) => [row(ours(threads), threads), row(theirs(threads), threads)]),
    ),
    summary: counts.map((threads) => ({
      against: 'sentence-transformers',
      what: `ONNX encoding, ${onThreads(threads)}`,
      wanted: '1.5 ×',
      values: ratios(results, theirs(threads), ours(threads), 'work'),
    })),
  };
};

export const part = { name: 'encode', title: 'ONNX encoding', rounds: 3, measure };
