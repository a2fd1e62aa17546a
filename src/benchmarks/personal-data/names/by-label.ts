import type { Span } from '../spans.js';
import { wordAt } from '../words.js';
import { isThing } from './is-thing.js';
import { isConvincing, isGivenName, type Reading, readName } from './read-name.js';

/** Labels after which one word is enough. */
const NAME_LABEL =
  /\b(?:patient(?:'s)? name|full name|first name|last name|surname|family name|name of (?:the )?patient|maiden name|(?:mother|father|parent|guardian|child|baby)['’]s name)(?: is |[ ]?[:=][ ]?)/gi;
/** Labels and phrases after which a full name, an initial or a known given name must stand. */
const ROLE =
  /\b(?:(?<!drug |brand |generic |trade |gene |task |file |disease )name|patient|surgeon|assistant|(?:referring |attending |primary care )?physician|attending|consultant|radiologist|pathologist|cardiologist|an(?:a)?esthetist|anesthesiologist|next of kin|(?:emergency )?contact|guardian|provider|author|nurse|interpreter|witness|operator|examiner|doctor|clinician|wife|husband|son|daughter|mother|father|brother|sister|cc|attn|to|from|re) ?: ?/gi;
const DONE_BY =
  /\b(?:signed|dictated|reported|reviewed|verified|authored|transcribed|performed|prepared|approved|written|seen|examined|operated|referred|completed|entered|accompanied|witnessed|countersigned|assisted|supervised|checked|taken) by:? |\b(?:sincerely|regards|faithfully|signed|respectfully|truly)[,:]\s{1,4}|\b(?:dear|named|referring|(?:thanks|thank you) to|(?:spoke|spoken|talked|discussed|met|meeting|conversation) (?:with|to)|(?:obtained|received) from|friend of|agreed with|handed over to|met|saw|interviewed|informed|contacted|phoned|rang|thanked|told|asked|inform|contact|notify|seen with) /gi;
const CREDENTIALS =
  /, ?(?:M\.?D|D\.?O|N\.?P|R\.?N|Ph\.?D|MBBS|MBChB|MRCP|FRCP|FRCS|FACS|PA-C|APRN|LPN|DDS|DPM|PharmD|BSN|MSN)\b/g;

/** "Silver Spring, MD, USA" is a place in Maryland. */
const MARYLAND = /^, MD(?:,? (?:USA|U\.S)|,? \d{5}|\))/;

/** "Lopez, Maria: CT head": the first in a line, the given name known. */
const LAST_FIRST =
  /(?<=^|\n)\p{Lu}[\p{L}'’-]{1,25}, (\p{Lu}[\p{L}'’-]{1,25})(?=[:\n]|$| (?:DOB|MRN|[MF]\b)| \()/gu;

export function* byLabel(reading: Reading): Iterable<Span> {
  yield* after(reading, NAME_LABEL, 'a name after its label', false);
  yield* after(reading, ROLE, 'a name after a role', true);
  yield* after(reading, DONE_BY, 'a name after who did it', true);
  yield* beforeCredentials(reading);
  for (const { 0: found, 1: given, index } of reading.text.matchAll(LAST_FIRST))
    if (isGivenName(given!))
      yield { start: index, end: index + found.length, reason: 'a surname before a given name' };
}

function* after(reading: Reading, label: RegExp, reason: string, convincing: boolean): Iterable<Span> {
  const { text, words } = reading;
  for (const match of text.matchAll(label)) {
    const place = match.index + match[0].length;
    const first = wordAt(words, place);
    if (words[first]?.start !== place) continue;
    const name = readName(reading, first, !convincing);
    if (name && !isThing(reading, name) && (!convincing || isConvincing(reading, name)))
      yield { start: place, end: words[name.end - 1]!.end, reason };
  }
}

/** "R. J. Pemberton, MD": the longest name of at least two parts that ends there. */
function* beforeCredentials(reading: Reading): Iterable<Span> {
  const { text, words } = reading;
  for (const { 0: degree, index } of text.matchAll(CREDENTIALS)) {
    const last = wordAt(words, index) - 1;
    if (words[last]?.end !== index || MARYLAND.test(text.slice(index, index + degree.length + 6))) continue;
    for (let first = Math.max(0, last - 3); first < last; first++) {
      const name = readName(reading, first);
      if (name?.end !== last + 1 || !isConvincing(reading, name)) continue;
      yield { start: words[first]!.start, end: index, reason: 'a name before a degree' };
      break;
    }
  }
}
