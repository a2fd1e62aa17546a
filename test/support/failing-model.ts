import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Called, temporaryFolder } from './command.js';
import { r2med } from './in-process.js';
import { jsonl, writtenFolder } from './written-folder.js';

/** Four documents and two queries, each of which finds its own. */
export const fourDocuments = (): string =>
  writtenFolder({
    'corpus.jsonl': jsonl(
      { id: 'gout', text: 'Urate crystals inflame a joint.' },
      { id: 'anaemia', text: 'Iron deficiency lowers haemoglobin.' },
      { id: 'thyroid', text: 'Too little thyroid hormone slows the body.' },
      { id: 'apnoea', text: 'Pauses of breath at night.' },
    ),
    'query.jsonl': jsonl(
      { id: 'q1', text: 'urate crystals in a joint' },
      { id: 'q2', text: 'iron deficiency' },
    ),
    'qrels.jsonl': jsonl({ q_id: 'q1', p_id: 'gout', score: 1 }, { q_id: 'q2', p_id: 'anaemia', score: 1 }),
  });

/** Letters of a text as its vector. */
export const VECTOR = `(text) => [...'abcdefghijklmnopqrstuvwxyz'].map((letter) => text.toLowerCase().split(letter).length - 0.9)`;

/** Says that the model is broken as long as a file `broken` is next to it: a repair does not change its content. */
const BROKEN = `import { existsSync } from 'node:fs';
const isBroken = () => existsSync(new URL('./broken', import.meta.url));
const vectorOf = ${VECTOR};
`;

export const MODULE = (fault: string): string => `${BROKEN}
export const embed = async (texts) => {
  for (const text of texts) if (isBroken()) { ${fault} }
  return texts.map(vectorOf);
};`;

export const COMMAND = (fault: string): string => `${BROKEN}
import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const { id, texts } = JSON.parse(line);
  for (const text of texts) if (isBroken()) { ${fault} }
  console.log(JSON.stringify({ id, vectors: texts.map(vectorOf) }));
}`;

export const onText = (word: string, then: string): string => `if (text.includes('${word}')) ${then};`;

/** A model in a folder of its own, a task, and one place for results and caches. */
export const desk = (source: string, kind: 'module' | 'command' = 'module') => {
  const folder = writtenFolder({ 'model.mjs': source, broken: '' }, 'model');
  const file = join(folder, 'model.mjs');
  const retriever = kind === 'module' ? `module:${file}` : `command:"${process.execPath} ${file}"`;
  const [data, out, home] = [fourDocuments(), temporaryFolder(), temporaryFolder()];
  return {
    data,
    out,
    retriever,
    repair: () => rmSync(join(folder, 'broken')),
    rewrite: (text: string) => writeFileSync(file, text),
    run: (...more: readonly string[]): Promise<Called> =>
      r2med(['run', '--data', data, '--retriever', retriever, '--out', out, ...more], {
        env: { R2MED_HOME: home },
      }),
    /** The files of the only result. */
    kept: (system: string) => {
      const read = (name: string): string => readFileSync(join(out, system, 'task', name), 'utf8');
      return {
        record: JSON.parse(read('record.json')),
        run: read('run.trec'),
        queries: read('queries.jsonl'),
      };
    },
    keeps: (system: string): boolean => existsSync(join(out, system, 'task', 'record.json')),
  };
};
