import { createHash } from 'node:crypto';
import type { DocId } from '../../../core/index.js';
import { type Row, rowsWithText } from '../corpus-rows.js';
import { pythonRandom } from '../python-random.js';
import type { Sampler } from './sampler.js';

/**
 * Every document of the corpus besides the positives has the same chance. One pass with a reservoir (Vitter 1985,
 * algorithm R), drawn as Python's `random.Random("{seed}\0{split}\0uniform")` draws. Of a repeated id or text the first
 * row counts.
 */
export const uniform: Sampler = {
  about: 'positives, then a seeded uniform draw from the corpus',
  order: 'source',
  fill: async (keeper, { corpus, seed, split, tools }) => {
    const size = keeper.room;
    if (size === 0) return;
    const random = pythonRandom(`${seed}\0${split}\0uniform`);
    const reservoir: Row[] = [];
    const ids = new Set<DocId>();
    const texts = new Set<string>();
    let seen = 0;
    for await (const rows of rowsWithText(corpus, tools, `${split}: drawing documents`))
      for (const row of rows) {
        const text = fingerprint(row.text);
        const repeated = ids.has(row.id) || texts.has(text);
        ids.add(row.id);
        texts.add(text);
        if (repeated || keeper.has(row)) continue;
        seen++;
        if (reservoir.length < size) reservoir.push(row);
        else {
          const at = random.below(seen);
          if (at < size) reservoir[at] = row;
        }
      }
    for (const row of reservoir) keeper.keep(row);
  },
};

/** Every text of the corpus is remembered, so not as a whole. */
const fingerprint = (text: string): string => createHash('sha256').update(text).digest('base64');
