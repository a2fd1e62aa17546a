import { WORDS } from './words.js';

/** Endings of medical and abstract nouns that names do not have. */
const ENDINGS =
  /(?:itis|osis|aemia|emia|oma|pathy|ectomy|ostomy|otomy|tion|sion|ment|ness|ology|ogram|graphy|scopy|plasty|trophy|virus|coccus|cillin|mycin|cycline|azole|statin|sartan|olol|pril|mab|nib|ity|ism|ical|ency|ancy|ware|ship)$/i;

export const hasOrdinaryEnding = (word: string): boolean => ENDINGS.test(word);

export const isOrdinary = (word: string): boolean =>
  WORDS.ordinaryWords.has(word.toLowerCase()) || hasOrdinaryEnding(word);
