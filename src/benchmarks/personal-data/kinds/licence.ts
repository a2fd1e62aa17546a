import { type KindOfData, labelled } from '../spans.js';

const LABEL =
  /\b(?:(?:medical |nursing |driving |driver(?:'s|s|s')? )?licen[cs]e(?! plate)|certificate (?=no|number|#|id)|DEA|NPI|GMC(?= (?:no|number|#|reference))|registration (?=no|number|#)|permit (?=no|number|#))/gi;

export const licence: KindOfData<'licence'> = {
  name: 'licence',
  safeHarbor: '(K) certificate or licence numbers',
  find: (text) => labelled(text, LABEL, 'named as a certificate or licence'),
};
