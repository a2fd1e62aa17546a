import { isChineseId, isNhsNumber } from '../checksums.js';
import { digitsOf, type KindOfData, labelled, matches } from '../spans.js';

const CHINESE =
  /(?<!\w)[1-9]\d{5}(?:18|19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx](?!\w)/g;
const NHS = /\bNHS(?: (?:number|no\.?|#))?[ :#=]{0,3}(\d{3}[- ]?\d{3}[- ]?\d{4})(?!\w)/gi;
const NAMED =
  /\b(?:passport|national (?:id|identity|identification)|identity (?:card|number)|id card|citizen id|resident id|personal identification)\b|身份证号?码?|护照号?码?/gi;

export const nationalId: KindOfData<'national-id'> = {
  name: 'national-id',
  safeHarbor: '(R) any other unique identifying number',
  *find(text) {
    yield* matches(text, CHINESE, 'a Chinese identity number with its check digit', isChineseId);
    yield* matches(text, NHS, 'an NHS number with its check digit', (found) => isNhsNumber(digitsOf(found)));
    yield* labelled(text, NAMED, 'named as a national id');
  },
};
