import { once } from 'node:events';
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writer } from './invented-text.js';

/** R2MED's Biology has 57,359 rows of 330 characters, 49,434 of them distinct, and 103 queries of 520 characters. */
export const BIOLOGY_SHAPE = {
  documents: 57_359,
  characters: 330,
  repeats: 0.14,
  queries: 103,
  queryCharacters: 520,
};
/** Passages as long as those JavaScript search libraries are usually shown with. */
export const PASSAGES_SHAPE = {
  documents: 20_000,
  characters: 1000,
  repeats: 0,
  queries: 24,
  queryCharacters: 560,
};

/** A shape as a text begins with it. */
export const shapeText = ({ documents, characters, queries, queryCharacters }) =>
  `${documents} documents of ${characters} characters, ${queries} queries of ${queryCharacters}`;

/**
 * Writes a task folder in R2MED's layout, and the same texts as "id TAB text" for programs without a JSON reader. Every
 * query is judged on one document, as a task must be.
 */
export const writeTask = async (folder, { documents, characters, repeats, queries, queryCharacters }) => {
  console.error(`writing ${documents} documents`);
  mkdirSync(folder, { recursive: true });
  const { roll, text, length } = writer(57);
  const recent = [];
  await writeRows(folder, 'corpus', documents, (number) => {
    const repeated = recent.length > 0 && roll() < repeats;
    const written = repeated ? recent[Math.floor(roll() * recent.length)] : text(length(characters));
    recent[number % RECENT] = written;
    return { id: `doc-${number}`, text: written };
  });
  await writeRows(folder, 'query', queries, (number) => ({
    id: `query-${number}`,
    text: text(length(queryCharacters)),
  }));
  const judged = (number) =>
    `${JSON.stringify({ q_id: `query-${number}`, p_id: `doc-${number}`, score: 1 })}\n`;
  writeFileSync(join(folder, 'qrels.jsonl'), Array.from({ length: queries }, (_, i) => judged(i)).join(''));
  return { folder, documents };
};

/** A text repeats one of this many before it. */
const RECENT = 2000;

const writeRows = async (folder, name, count, row) => {
  const files = ['jsonl', 'tsv'].map((ending) => createWriteStream(join(folder, `${name}.${ending}`)));
  for (let number = 0; number < count; number++) {
    const { id, text } = row(number);
    const lines = [`${JSON.stringify({ id, text })}\n`, `${id}\t${text}\n`];
    for (const [i, file] of files.entries()) if (!file.write(lines[i])) await once(file, 'drain');
  }
  for (const file of files) {
    file.end();
    await once(file, 'close');
  }
};
