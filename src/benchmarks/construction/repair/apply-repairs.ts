import { WorkError } from '../../../core/index.js';
import { findPersonalData, type PersonalDataFinding } from '../../personal-data/index.js';
import type { FamilyParts } from '../assemble/read-parts.js';
import { decided, type JudgedCandidate } from '../item.js';
import { maskedIds, type Repair } from './repair-row.js';

/** The parts of a task after its repairs. Repairs that are about nothing in it change nothing. */
export const applyRepairs = (
  parts: FamilyParts,
  repairs: readonly Repair[],
  masks: ReadonlyMap<string, string> = new Map(),
): FamilyParts => repairs.reduce((so, repair) => applied(so, repair, masks), parts);

/** Their findings begin with a relevant document; what is in doubt are the others, which are not judged. */
const WITH_TWINS: ReadonlySet<string> = new Set(['suspected-false-negatives', 'repeated-relevant']);

const applied = (parts: FamilyParts, repair: Repair, masks: ReadonlyMap<string, string>): FamilyParts => {
  const { action, query } = repair;
  const hasTwins = WITH_TWINS.has(repair.check) && action !== 'mask';
  const documents = repair.documents?.slice(hasTwins ? 1 : 0) ?? [];
  switch (action) {
    case 'keep':
      return parts;
    case 'merge':
      return merged(parts, documents[0]!, new Set(documents.slice(1)));
    case 'drop':
      if (hasTwins) return withoutTwins(parts, query!, documents);
      if (query !== undefined && documents.length > 0) return withoutPairs(parts, query, new Set(documents));
      return documents.length > 0 ? withoutDocuments(parts, dropped(repair)) : withoutQuery(parts, query!);
    case 'mask':
      return masked(parts, repair, masks);
    default:
      return relabelled(parts, query!, documents, action);
  }
};

/** Of a repeated text the later one is first in the finding; the one that it repeats stays. */
const dropped = ({ check, documents = [] }: Repair): ReadonlySet<string> =>
  new Set(check === 'repeated-texts' ? documents.slice(0, 1) : documents);

const RANK = { relevant: 2, unjudged: 1, 'not-relevant': 0 } as const;

/** One document in place of several. It is relevant where any of them was. */
const merged = (parts: FamilyParts, kept: string, others: ReadonlySet<string>): FamilyParts => {
  const best = new Map<string, JudgedCandidate>();
  for (const row of parts.judged) {
    const passage = others.has(row.passage) ? kept : row.passage;
    const key = JSON.stringify([row.item, passage]);
    const there = best.get(key);
    if (!there || RANK[row.label] > RANK[there.label])
      best.set(key, passage === row.passage ? row : { ...row, passage, by: 'repair' });
  }
  return {
    ...parts,
    judged: [...best.values()],
    passages: parts.passages.filter(({ id }) => !others.has(id)),
  };
};

const withoutDocuments = (parts: FamilyParts, ids: ReadonlySet<string>): FamilyParts => ({
  ...parts,
  passages: parts.passages.filter(({ id }) => !ids.has(id)),
  judged: parts.judged.filter(({ passage }) => !ids.has(passage)),
});

/** Twins leave the corpus. One that is relevant for another query stays for it, and is left open for this one. */
const withoutTwins = (parts: FamilyParts, query: string, twins: readonly string[]): FamilyParts => {
  const wanted = new Set(
    parts.judged.flatMap(({ passage, label }) => (label === 'relevant' ? [passage] : [])),
  );
  const left = twins.filter((id) => !wanted.has(id));
  const open = twins.filter((id) => wanted.has(id));
  return relabelled(withoutDocuments(parts, new Set(left)), query, open, 'unjudged');
};

const withoutQuery = (parts: FamilyParts, query: string): FamilyParts => ({
  ...parts,
  items: parts.items.filter(({ id }) => id !== query),
  judged: parts.judged.filter(({ item }) => item !== query),
});

const withoutPairs = (parts: FamilyParts, query: string, ids: ReadonlySet<string>): FamilyParts => ({
  ...parts,
  judged: parts.judged.filter(({ item, passage }) => item !== query || !ids.has(passage)),
});

const relabelled = (
  parts: FamilyParts,
  query: string,
  documents: readonly string[],
  label: JudgedCandidate['label'],
): FamilyParts => {
  const others = withoutPairs(parts, query, new Set(documents)).judged;
  const rows = documents.map((passage): JudgedCandidate => {
    const there = parts.judged.find((row) => row.item === query && row.passage === passage);
    return { item: query, passage, judges: there?.judges ?? [], label, by: 'repair' };
  });
  return { ...parts, judged: [...others, ...rows] };
};

/** Every part of a text that may identify a person becomes the name of its kind: `[name]`. */
export const maskedText = (
  text: string,
  found: readonly PersonalDataFinding[] = findPersonalData(text),
): string =>
  [...found]
    .filter(({ kind }) => kind !== 'masked')
    .sort((a, b) => b.start - a.start)
    .reduce((rest, { start, end, kind }) => `${rest.slice(0, start)}[${kind}]${rest.slice(end)}`, text);

/** Texts that are masked, by what they were: what a model finds in them is asked for before. */
export const maskedTexts = async (
  families: ReadonlyMap<string, FamilyParts>,
  repairs: readonly Repair[],
  findAll: (texts: readonly string[]) => Promise<readonly (readonly PersonalDataFinding[])[]>,
): Promise<ReadonlyMap<string, string>> => {
  const ids = maskedIds(repairs);
  const texts = [...families.values()].flatMap(({ passages, items }) => [
    ...passages.flatMap(({ id, text }) => (ids.has(id) ? [text] : [])),
    ...items.flatMap(({ id, query }) => (ids.has(id) && query !== undefined ? [query] : [])),
  ]);
  const found = await findAll(texts);
  return new Map(texts.map((text, i) => [text, maskedText(text, found[i])]));
};

const masked = (
  parts: FamilyParts,
  { query, documents = [], by, reason, check }: Repair,
  masks: ReadonlyMap<string, string>,
): FamilyParts => {
  const wanted = new Set(documents);
  const mask = (id: string, text: string): string => {
    const after = masks.get(text) ?? maskedText(text);
    // What a model found, the rules alone may not find again: the text would be released as it is.
    if (after === text && !findPersonalData(text).some(({ kind }) => kind === 'masked'))
      throw new WorkError(
        `nothing in ${id} could be masked, which a finding of ${check} is about`,
        'name the model that found it with --ner, as the audit did, or decide otherwise about it',
      );
    return after;
  };
  return {
    ...parts,
    passages: parts.passages.map((row) =>
      wanted.has(row.id) ? { ...row, text: mask(row.id, row.text) } : row,
    ),
    items: parts.items.map((item) =>
      item.id === query && item.query !== undefined
        ? decided(item, { step: 'repair', label: 'masked', reason, by }, { query: mask(item.id, item.query) })
        : item,
    ),
  };
};
