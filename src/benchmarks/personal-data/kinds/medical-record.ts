import { type KindOfData, labelled } from '../spans.js';

const LABEL =
  /\b(?:mrn|mr (?=no|number|#)|(?:medical records?|med\. rec\.?)(?= ?(?:number|no|num|id|#|:))|record (?=no|number|#)|(?:lab|specimen) accession|patient (?:id|no|number|identifier)|(?:hospital|hosp\.?|chart|case|admission|inpatient|outpatient|encounter|visit|specimen) (?=(?:id|no|num|number)\b|#)|unit (?=no|number))|病历号|住院号|门诊号|病案号|就诊号/gi;

export const medicalRecord: KindOfData<'medical-record'> = {
  name: 'medical-record',
  safeHarbor: '(H) medical record numbers',
  find: (text) => labelled(text, LABEL, 'named as the number of a medical record'),
};
