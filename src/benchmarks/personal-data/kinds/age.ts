import { type KindOfData, matches } from '../spans.js';

const OLD =
  /(?<![\w.,/-])(?:9\d|1[01]\d|120)[- ]?(?:years?|yrs?)[- ](?:old|of age)\b|(?<![\w.,/-])(?:9\d|1[01]\d|120)[- ]?(?:y\/o|y\.o\.|yo|yr old|year old)(?!\w)/gi;
const AGED =
  /(?<!(?:over|above|under|below|before|beyond|than|after|mean|median|average|maximum|minimum|oldest)(?: the)? )\b(?:aged|age:?|age of|age is)[ ]((?:9\d|1[01]\d|120))(?!\w|%|[.,]\d|[ ]?(?:to|or|and|[-–+])[ ]?\w)/gi;
const WRITTEN =
  /\b(?:ninety(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|(?:one|a) hundred(?: and \w{3,8})?)[- ]years?[- ](?:old|of age)\b/gi;
/** Groups of a study are no person. */
const GROUP = /(?:over|above|under|below|than|beyond|exceeding|least|to|and|or|[-–≥>≤<]) ?$/i;

export const age: KindOfData<'age'> = {
  name: 'age',
  safeHarbor: '(C) ages over 89',
  *find(text) {
    const alone = (_: string, { index = 0 }: { readonly index?: number }): boolean =>
      !GROUP.test(text.slice(Math.max(0, index - 12), index));
    yield* matches(text, OLD, 'an age over 89', alone);
    yield* matches(text, WRITTEN, 'an age over 89', alone);
    yield* matches(text, AGED, 'an age over 89');
  },
};
