import { byDeed } from '../names/by-deed.js';
import { byGivenName, byPinyin } from '../names/by-given-name.js';
import { byLabel } from '../names/by-label.js';
import { byPatient, byRelation } from '../names/by-relation.js';
import { byRole, byTitle } from '../names/by-title.js';
import { isThing } from '../names/is-thing.js';
import type { Reading } from '../names/read-name.js';
import type { KindOfData, Span } from '../spans.js';
import { withoutPossessive, wordsOf } from '../words.js';

const RULES = [byTitle, byRole, byRelation, byPatient, byGivenName, byPinyin, byDeed];

/** The rule of a word; those of two words are for the one that comes first above. */
const RULE_OF = new Map(
  [...RULES].reverse().flatMap((rule) => [...rule.words].map((word) => [word, rule] as const)),
);

export const name: KindOfData<'name'> = {
  name: 'name',
  safeHarbor: '(A) names',
  *find(text) {
    const reading = { text, words: wordsOf(text) };
    yield* byWord(reading);
    yield* byLabel(reading);
  },
};

/** Each name is found once: the search goes on behind it. */
function* byWord(reading: Reading): Iterable<Span> {
  const { words } = reading;
  for (let i = 0; i < words.length; i++) {
    const rule = RULE_OF.get(withoutPossessive(words[i]!.text));
    const name = rule?.read(reading, i);
    if (!rule || !name || isThing(reading, name)) continue;
    yield { start: words[name.start]!.start, end: words[name.end - 1]!.end, reason: rule.reason };
    i = Math.max(i, name.end - 1);
  }
}
