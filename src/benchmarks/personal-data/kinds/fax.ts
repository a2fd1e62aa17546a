import { isTelephoneNumber, type KindOfData, matches, TELEPHONE_NUMBER } from '../spans.js';

const FAX = new RegExp(
  String.raw`\b(?:tele)?fax(?:ed)?(?: (?:no\.?|number|#))?(?: [a-z]{1,15}){0,6}[ :#]{0,3}${TELEPHONE_NUMBER}`,
  'gi',
);

export const fax: KindOfData<'fax'> = {
  name: 'fax',
  safeHarbor: '(E) fax numbers',
  find: (text) => matches(text, FAX, 'named as a fax number', isTelephoneNumber),
};
