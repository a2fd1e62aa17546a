import type { PersonalDataKind } from '../../personal-data/index.js';
import { dataOfKinds, textCheck } from '../text-check.js';

const KINDS: readonly PersonalDataKind[] = ['date', 'age', 'place', 'hospital', 'url'];

/** Texts with what helps to identify a person. */
export const placesAndDates = textCheck(
  {
    name: 'places-and-dates',
    title: 'Places, dates and addresses',
    definition: `Documents and queries with what HIPAA's Safe Harbor list counts besides names and numbers, by the patterns of r2med/personal-data: ${KINDS.join(', ')} (dates other than years, ages over 89). Examples give the kind and no text.`,
    severity: 'note',
    fix: 'Where texts are records of patients, remove them; elsewhere they are facts of the text.',
    withoutText: true,
  },
  dataOfKinds(KINDS),
);
