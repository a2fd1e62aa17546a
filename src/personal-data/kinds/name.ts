import type { KindOfData, Span } from '../kind.js';
import { byGivenName } from '../names/by-given-name.js';
import { byLabel } from '../names/by-label.js';
import { byPatient, byRelation } from '../names/by-relation.js';
import { byTitle } from '../names/by-title.js';
import type { Reading } from '../names/read-name.js';
import { wordsOf } from '../words.js';

const RULES = [byTitle, byRelation, byPatient, byGivenName];

export const name: KindOfData<'name'> = {
  name: 'name',
  safeHarbor: '(A) names',
  *find(text) {
    const reading = { text, words: wordsOf(text) };
    yield* byWord(reading);
    yield* byLabel(reading);
  },
};

/** The first rule that finds a name decides; the search goes on behind it. */
function* byWord(reading: Reading): Iterable<Span> {
  const { words } = reading;
  for (let i = 0; i < words.length; i++)
    for (const rule of RULES) {
      const found = rule(reading, i);
      if (!found?.name) continue;
      yield {
        start: words[found.name.start]!.start,
        end: words[found.name.end - 1]!.end,
        reason: found.reason,
      };
      i = found.name.end - 1;
      break;
    }
}
