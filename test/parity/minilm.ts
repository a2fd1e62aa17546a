// Embeds the sample suite with r2med and compares with what minilm.py left in a folder: minilm.ts FOLDER TASKS...
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Role } from '../../src/core/index.js';
import { openOnnx } from '../../src/models/onnx/index.js';
import { nodeTools } from '../../src/platform/node/index.js';

interface Answer {
  readonly vectors: Readonly<Record<'query' | 'corpus', number[][]>>;
  readonly rankings: number[][];
}

const [folder, ...tasks] = process.argv.slice(2) as [string, ...string[]];
const tools = nodeTools({ quiet: true });
const embedder = await openOnnx({ folder: join(folder, 'model') });

const embed = async (file: string, role: Role): Promise<Float32Array[]> => {
  const rows = readFileSync(file, 'utf8').trimEnd().split('\n');
  const texts = rows.map((row) => (JSON.parse(row) as { text: string }).text);
  const vectors: Float32Array[] = [];
  for await (const { embedded, failed } of embedder.embed(texts, role, tools)) {
    if (failed.length > 0) throw new Error(JSON.stringify(failed));
    for (const { place, vector } of embedded) vectors[place] = vector;
  }
  return vectors;
};

const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
};

let worst = 0;
const different: string[] = [];
for (const task of tasks) {
  const answer = JSON.parse(readFileSync(join(folder, `${basename(task)}.json`), 'utf8')) as Answer;
  const query = await embed(join(task, 'query.jsonl'), 'query');
  const corpus = await embed(join(task, 'corpus.jsonl'), 'document');
  for (const [ours, theirs] of [
    [query, answer.vectors.query],
    [corpus, answer.vectors.corpus],
  ] as const)
    for (const [i, vector] of ours.entries()) {
      const other = theirs[i]!;
      const lengths = Math.sqrt(dot(vector, vector) * dot(other, other));
      worst = Math.max(worst, 1 - dot(vector, other) / lengths);
    }
  for (const [i, vector] of query.entries()) {
    const scores = corpus.map((document) => dot(vector, document));
    const ranking = [...scores.keys()].sort((a, b) => scores[b]! - scores[a]! || a - b).slice(0, 10);
    if (`${ranking}` !== `${answer.rankings[i]}`)
      different.push(`${basename(task)}, query ${i + 1}: ${ranking} instead of ${answer.rankings[i]}`);
  }
  console.log(`${basename(task)}: ${query.length} queries, ${corpus.length} documents`);
}
await embedder.close();
console.log(`largest cosine distance ${worst.toExponential(1)}; ${different.length} rankings differ`);
for (const line of different) console.log(`  ${line}`);
process.exit(worst < 1e-5 && different.length === 0 ? 0 : 1);
