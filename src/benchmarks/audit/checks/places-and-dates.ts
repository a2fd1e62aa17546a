import type { PersonalDataKind } from '../../personal-data/index.js';
import { dataOfKinds, textCheck } from '../check-of-each.js';

const KINDS: readonly PersonalDataKind[] = ['date', 'age', 'place', 'hospital', 'url'];

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
