import { type KindOfData, matches } from '../spans.js';

const MONTH =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec|JANUARY|FEBRUARY|MARCH|APRIL|MAY|JUNE|JULY|AUGUST|SEPTEMBER|OCTOBER|NOVEMBER|DECEMBER|JAN|FEB|MAR|APR|JUN|JUL|AUG|SEP|OCT|NOV|DEC)';
const ANY_MONTH = new RegExp(MONTH);
const WEEKDAY =
  '(?:(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Mon|Tue|Tues|Wed|Thu|Thur|Thurs|Fri|Sat|Sun)[.,]{0,2} )?';
const DAY = '(?:0?[1-9]|[12][0-9]|3[01])(?:st|nd|rd|th)?';
const YEAR = "(?:(?:1[89]|20|21)[0-9]{2}|'[0-9]{2})";

const MONTH_FIRST = new RegExp(
  String.raw`(?<![\w-])${WEEKDAY}${MONTH}\.?[ -](?:the )?${DAY}(?!\w|[.:/]\d|%)(?:[, -]{1,2}(?:of )?${YEAR}(?!\w))?`,
  'g',
);
const DAY_FIRST = new RegExp(
  String.raw`(?<![\w./:-])${WEEKDAY}${DAY}[ -](?:of )?${MONTH}(?!\w|-[A-Za-z])\.?(?:[ ,-]{1,2}(?:${YEAR}|\d{2}(?= |$))(?!\w))?`,
  'g',
);
const MONTH_AND_YEAR = new RegExp(String.raw`(?<![\w-])${MONTH}\.?[ ,/-]{1,2}(?:of )?${YEAR}(?![\w-])`, 'g');
const YEAR_FIRST =
  /(?<![\w./-])(?:19|20|21)\d{2}([-/.])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])(?:[T ]\d{2}:\d{2}(?::\d{2})?)?(?![\w/-])/g;
const YEAR_LAST = /(?<![\w./-])(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?![\w/-]|\.\d)/g;
const COMPACT =
  /\b(?:date|dob|born|admission|admitted|discharged?|on)(?: of [a-z]{1,12})?[ :]{1,3}((?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?!\w)/gi;
/** "On 11/23" is a day if the sentence goes on with anything but what was counted: "on 3/4 occasions". */
const DAY_AND_MONTH =
  /\b(?:on|since|until|till|by|dated|date:?|seen|admitted|discharged|dob:?) ((?:(?:Mon|Tue|Tues|Wed|Thu|Thur|Thurs|Fri|Sat|Sun),? )?(?:0?[1-9]|1[0-2])\/(?:0?[1-9]|[12]\d|3[01]))(?=[,;)]|\.(?:\s|$)|$| (?:by|at|with|and|for|to|in|the|she|he|when|after|because|via|from|through)\b)/gi;
/** A nought before the day or the month: no fraction is written so. */
const WITH_NOUGHT = new RegExp(
  String.raw`(?<![\w/.,-])${WEEKDAY}(?:0[1-9]\/(?:[0-2]\d|3[01])|(?:[0-2]\d|3[01])\/0[1-9])(?![\w/%]|\.\d)`,
  'g',
);
const MONTH_IN_NUMBERS =
  /\b(?:in|since|from|until|till|to|on|by|before|after|dated|date:?|and|or|through) ((?:0?[1-9]|1[0-2])\/(?:19|20)\d{2})(?![\w/]| (?:patients?|cases?|participants?|women|men|children))/gi;
const HOLIDAY =
  /\b(?:Christmas (?:Day|Eve)|New Year['’]s (?:Day|Eve)|Boxing Day|Thanksgiving(?: Day)?|Halloween|Easter (?:Sunday|Monday)|Good Friday|Valentine['’]s Day|Independence Day)(?:,? \d{4})?(?!\w)/g;
const CHINESE = /(?:\d{4}年)?\d{1,2}月\d{1,2}[日号]|\d{4}年\d{1,2}月/g;

/** "May 2 tablets": what follows is counted, so that the word is no month. */
const COUNTED =
  /^[ -](?:mg|mcg|g|kg|ml|l|cm|mm|units?|tablets?|doses?|times|days?|weeks?|months?|years?|hours?|minutes?|patients?|of the|percent|per)\b/i;
/** Genes and methods: "Oct 4", "OCT 3", "MARCH-1". Without a year they need a word of time before them. */
const GENES = /^(?:[A-Z]{3,}|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b)|-/;
const WHEN = /(?:\b(?:on|since|until|till|by|from|to|through|dated|after|before)|[(:]) ?$/i;
/** Days of a cycle of treatment: "days 1/8/15". */
const CYCLE =
  /\b(?:days?|d|cycles?|weeks?|grades?|stages?|phases?|ratio|scores?|versions?|v|sections?|chapters?) ?$/i;

export const date: KindOfData<'date'> = {
  name: 'date',
  safeHarbor: '(C) all elements of dates except the year',
  *find(text) {
    const isMonth = (found: string, { index = 0 }: { readonly index?: number }): boolean =>
      !COUNTED.test(text.slice(index + found.length, index + found.length + 12)) &&
      (/\d{4}/.test(found)
        ? true
        : !GENES.test(found) || WHEN.test(text.slice(Math.max(0, index - 12), index)));
    // Most texts name no month, and one look is cheaper than three.
    if (ANY_MONTH.test(text)) {
      yield* matches(text, DAY_FIRST, 'a day and a month', isMonth);
      yield* matches(text, MONTH_FIRST, 'a month and a day', isMonth);
      yield* matches(text, MONTH_AND_YEAR, 'a month and a year', (found) => !/^[A-Z]{3}\b/.test(found));
    }
    for (const match of text.matchAll(YEAR_FIRST)) yield spanOf(match, 'a date in numbers');
    for (const match of text.matchAll(YEAR_LAST))
      if (isDate(match) && !isCounted(text, match)) yield spanOf(match, 'a date in numbers');
    yield* matches(text, COMPACT, 'a date in numbers');
    yield* matches(text, DAY_AND_MONTH, 'a day and a month in numbers');
    yield* matches(text, WITH_NOUGHT, 'a day and a month in numbers', isMonth);
    yield* matches(text, MONTH_IN_NUMBERS, 'a month and a year in numbers');
    yield* matches(text, HOLIDAY, 'a holiday');
    yield* matches(text, CHINESE, 'a date');
  },
};

const spanOf = ({ 0: found, index }: RegExpExecArray, reason: string) => ({
  start: index,
  end: index + found.length,
  reason,
});

/** "Days 1/8/15", "5/10/20 mg". */
const isCounted = (text: string, { 0: found, index }: RegExpExecArray): boolean =>
  CYCLE.test(text.slice(Math.max(0, index - 12), index)) ||
  COUNTED.test(text.slice(index + found.length, index + found.length + 12));

/** One of the first two numbers is a month, the other a day. "1.2.15" may be a version: years of two digits stand after slashes, or after days and months of two digits. */
const isDate = ([found, first, mark, second, year]: RegExpExecArray): boolean => {
  const [a, b] = [Number(first), Number(second)];
  if (Math.min(a, b) < 1 || Math.min(a, b) > 12 || Math.max(a, b) > 31) return false;
  return year!.length === 4
    ? /^(?:1[89]|20|21)/.test(year!)
    : mark === '/' || (mark === '.' && found.length === 8);
};
