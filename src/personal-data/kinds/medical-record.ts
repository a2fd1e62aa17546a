import type { KindOfData } from '../kind.js';
import { labelled } from '../labelled.js';

const LABEL =
  /\b(?:mrn|medical records?|med\. rec|patient (?:id|no|number|identifier)|(?:hospital|chart|case|admission|inpatient|outpatient|registration|encounter|visit|accession|specimen|study|file) (?=(?:id|no|num|number|#)\b|#)|chart ?#|unit (?=no|number))\b|病历号|住院号|门诊号|病案号|就诊号/gi;

export const medicalRecord: KindOfData<'medical-record'> = {
  name: 'medical-record',
  safeHarbor: '(H) medical record numbers',
  find: (text) => labelled(text, LABEL, 'named as the number of a medical record'),
};
