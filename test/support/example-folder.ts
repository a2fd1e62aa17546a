import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from './command.js';
import { printedBy } from './in-process.js';
import { reviewFolder } from './review-folder.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SAMPLE = join(ROOT, 'data', 'sample', 'Biology');

const TABLES = {
  'articles.csv':
    'nr,title,body\n1,Gout,"Crystals of urate, in a joint"\n2,Asthma,Wheezing of narrow airways\n3,Anaemia,Too little haemoglobin in the blood\n',
  'questions.csv': 'id,question\nq1,What are crystals in a joint?\nq2,Which airways make wheezing?\n',
  'ratings.csv': 'nr,article,stars\nq1,1,2\nq2,2,1\nq2,3,0\n',
};

/**
 * A folder with everything that the examples of help name: folders, runs, records and modules of a user, made of the sample suite. `env` holds the
 * cache that made them.
 */
export const exampleFolder = async (): Promise<{
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}> => {
  const folder = temporaryFolder();
  const env = { R2MED_HOME: join(temporaryFolder(), 'r2med') };
  const at = (...names: readonly string[]): string => join(folder, ...names);
  const call = (line: string): Promise<string> => printedBy(line.split(' '), { cwd: folder, env });
  for (const name of ['examples', 'experiments']) symlinkSync(join(ROOT, name), at(name));
  cpSync(join(ROOT, 'examples', 'build'), folder, { recursive: true });
  for (const name of ['my-task', 'my-nano', 'my-other-folder']) cpSync(SAMPLE, at(name), { recursive: true });
  for (const folder of ['my-folder', 'my-tables']) {
    mkdirSync(at(folder));
    for (const [name, text] of Object.entries(TABLES)) writeFileSync(at(folder, name), text);
  }
  cpSync(at('answers', 'writer.jsonl'), at('answers.jsonl'));
  cpSync(join(ROOT, 'examples', 'own-model.mjs'), at('embed.mjs'));
  cpSync(join(ROOT, 'examples', 'own-reranker.mjs'), at('rerank.mjs'));
  cpSync(join(ROOT, 'examples', 'own-measure.mjs'), at('my-measure.mjs'));
  for (const name of ['notes.txt', 'questions.txt']) writeFileSync(at(name), 'Crystals in a joint\n');
  writeFileSync(
    at('train.jsonl'),
    '{"text":"Whales breathe air through a blowhole on top of their head."}\n',
  );
  cpSync(reviewFolder(), at('build', 'review'), { recursive: true });
  await call('review plan build/review --reviewer anna --reviewer ben --adjudicator cara');

  for (const out of ['results', 'full'])
    await call(`run --suite sample --retriever bm25,bm25-lucene,lsa --out ${out}`);
  await call('run --suite sample --gar hyde --llm sample-writer --retriever bm25');
  for (const data of ['my-folder', 'my-other-folder'])
    for (const [out, retrievers] of [
      ['results', 'bm25'],
      ['main', 'bm25'],
      ['full', 'bm25,bm25-lucene,lsa'],
    ] as const)
      await call(`run --data ${data} --retriever ${retrievers} --out ${out}`);
  for (const [from, small] of [
    ['--from Biology --suite sample', 'NanoBiology'],
    ['--from my-folder', 'my-small'],
  ] as const) {
    await call(`nano build ${from} --out ${small} --dense module:embed.mjs`);
    await call(`run --data ${small} --retriever bm25,bm25-lucene,lsa --out nano`);
  }
  for (const shard of [1, 2])
    await call(`run --suite sample --retriever bm25 --shard ${shard}/2 --out shard-${shard}`);
  await call('embed --retriever module:embed.mjs --suite sample --out vectors');
  cpSync(at('main/bm25/my-folder/run.trec'), at('mine.trec'));
  for (const name of ['bm25.run', 'run.trec', 'a.run', 'old.trec', 'new.trec'])
    cpSync(at('results/bm25/Biology/run.trec'), at(name));
  for (const name of ['dense.run', 'b.run']) cpSync(at('results/bm25-lucene/Biology/run.trec'), at(name));
  cpSync(join(SAMPLE, 'qrels.jsonl'), at('qrels.jsonl'));
  writeFileSync(at('qrels.txt'), trecJudgements(readFileSync(at('qrels.jsonl'), 'utf8')));
  return { folder, env };
};

const trecJudgements = (lines: string): string =>
  lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { q_id: string; p_id: string; score: number })
    .map(({ q_id, p_id, score }) => `${q_id} 0 ${p_id} ${score}\n`)
    .join('');
