import type { Entity, EntityFinder, Tools } from '../../core/index.js';
import { findPersonalData, type PersonalDataFinding, type PersonalDataKind } from './find-personal-data.js';
import { kindsOfData } from './kinds/index.js';
import { WORDS } from './names/words.js';

/** What models call kinds of personal data, in the schemes of CoNLL, OntoNotes, i2b2 and Presidio; the names of our kinds hold as they are. */
const LABELS: Readonly<Partial<Record<PersonalDataKind, string>>> = {
  name: 'PER PERSON PATIENT DOCTOR STAFF USERNAME HCW',
  place: 'LOC LOCATION GPE CITY STREET ADDRESS ZIP COUNTRY STATE FAC',
  hospital: 'HOSP FACILITY',
  date: 'DATE_TIME',
  telephone: 'PHONE PHONE_NUMBER CONTACT',
  email: 'EMAIL_ADDRESS',
  ip: 'IP_ADDRESS IPADDR',
  'medical-record': 'ID MEDICALRECORD IDNUM',
  'social-security': 'SSN US_SSN',
  'health-plan': 'HEALTHPLAN',
  account: 'IBAN_CODE CREDIT_CARD US_BANK_NUMBER',
  licence: 'US_DRIVER_LICENSE LICENSE',
};

const KIND_OF = new Map<string, PersonalDataKind>([
  ...kindsOfData.map(({ name }) => [name.toUpperCase(), name] as const),
  ...Object.entries(LABELS).flatMap(([kind, labels]) =>
    labels.split(' ').map((label) => [label, kind as PersonalDataKind] as const),
  ),
]);

/** What the rules find in each text and, where there is a model, what it finds besides. Labels that stand for no personal data are named once. */
export const personalDataFinder = (ner: EntityFinder | undefined, tools: Pick<Tools, 'note' | 'signal'>) => {
  const told = new Set<string>();
  return async (texts: readonly string[]): Promise<readonly (readonly PersonalDataFinding[])[]> => {
    const entities = ner && texts.length > 0 ? await ner.find(texts, tools) : [];
    for (const { label } of entities.flat())
      if (!KIND_OF.has(label.toUpperCase()) && !told.has(label)) {
        told.add(label);
        tools.note(`${ner!.name}: entities of the label ${label} are not taken for personal data`);
      }
    return texts.map((text, i) => withEntities(text, entities[i] ?? [], ner?.name ?? ''));
  };
};

/** The rules have their text; of an entity that touches it, the rest is a finding too. */
const withEntities = (
  text: string,
  entities: readonly Entity[],
  by: string,
): readonly PersonalDataFinding[] => {
  const found = [...findPersonalData(text)];
  if (entities.length === 0) return found;
  const taken = new Uint8Array(text.length);
  for (const { start, end } of found) taken.fill(1, start, end);
  for (const { start, end, label } of entities) {
    const kind = KIND_OF.get(label.toUpperCase());
    if (kind !== undefined)
      for (const [from, to] of freeParts(text, taken, start, end)) {
        const part = text.slice(from, to);
        // Places as wide as a state identify nobody, for a model as for the rules.
        if (kind === 'place' && WORDS.widePlaces.has(part.toLowerCase())) continue;
        taken.fill(1, from, to);
        found.push({ kind, start: from, end: to, text: part, reason: `${label} by ${by}` });
      }
  }
  return found.sort((a, b) => a.start - b.start);
};

/** Parts that are not taken, from the first letter or digit to the last. */
function* freeParts(text: string, taken: Uint8Array, start: number, end: number): Iterable<[number, number]> {
  for (let from = start; from < end; from++) {
    let to = from;
    while (to < end && taken[to] === 0) to++;
    const [part] = /[\p{L}\p{N}](?:.*[\p{L}\p{M}\p{N}])?/su.exec(text.slice(from, to)) ?? [];
    if (part !== undefined) {
      const at = text.indexOf(part, from);
      yield [at, at + part.length];
    }
    from = to;
  }
}
