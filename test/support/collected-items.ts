import { join } from 'node:path';
import { collect } from '../../src/benchmarks/construction/collect/index.js';
import type { JsonObject } from '../../src/core/index.js';
import { workshop } from './construction.js';
import { jsonl } from './written-folder.js';

/** A mapping of exam questions. */
export const EXAM = `family: exam
files: exam.jsonl
source: Own exam
licence: CC0-1.0
fields:
  id: qid
  text: question
  options: options
  answer: key
`;

/** A row that the mapping fits. */
export const row = (change: JsonObject = {}): JsonObject => ({
  qid: 'q1',
  question: 'Which joint hurts?',
  options: { A: 'Toe', B: 'Knee' },
  key: 'A',
  ...change,
});

/** What `build collect` makes of these files. */
export const collected = async (
  files: Readonly<Record<string, string | Uint8Array>>,
  mapping = ['map.yaml'],
) => {
  const shop = workshop(files);
  const { report } = await shop.run(collect, { mapping: mapping.map((file) => join(shop.folder, file)) });
  return {
    report,
    shop,
    items: shop.rows('items'),
    sources: shop.rows('sources'),
    held: shop.rows('collect.held'),
  };
};

/** The first item that it makes of these rows. */
export const first = async (rows: readonly JsonObject[], mapping = EXAM) =>
  (await collected({ 'map.yaml': mapping, 'exam.jsonl': jsonl(...rows) })).items[0];
