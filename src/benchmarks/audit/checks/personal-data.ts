import type { PersonalDataKind } from '../../personal-data/index.js';
import { dataOfKinds, textCheck } from '../check-of-each.js';

/** What names or reaches one person; where and when something was is the business of `places-and-dates`. */
const KINDS: readonly PersonalDataKind[] = [
  ...(['name', 'telephone', 'fax', 'email', 'social-security', 'national-id', 'medical-record'] as const),
  ...(['health-plan', 'account', 'licence', 'vehicle', 'device', 'ip'] as const),
];

export const personalData = textCheck(
  {
    name: 'personal-data',
    title: 'Personal data',
    definition: `Documents and queries with what may name or reach a person, by the patterns of r2med/personal-data: ${KINDS.join(', ')}. A help and no guarantee: names may be missed, and public persons are found too. Examples give the kind and no text.`,
    severity: 'warning',
    fix: 'Look at each of them, and remove what identifies a patient before the task is passed on.',
    withoutText: true,
  },
  dataOfKinds(KINDS),
);
