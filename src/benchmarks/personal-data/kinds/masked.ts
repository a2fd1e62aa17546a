import { type KindOfData, matches, type Span } from '../spans.js';

const BRACKETED = /\[\*\*[^\]*\n]{0,80}\*\*\]/g;
const PLACEHOLDER =
  /\[(?:First |Last |Patient |FIRST |LAST |PATIENT )?(?:NAME|Name|DATE|Date|DOB|AGE|LOCATION|Location|ADDRESS|Address|CITY|HOSPITAL|Hospital|PHONE|Phone|TELEPHONE|ID|MRN|EMAIL|PERSON|PATIENT|DOCTOR|ORGANI[SZ]ATION|ORG|LOC|PER)(?:[ _-]?\d{1,3})?\]|[<{](?:FIRST_|LAST_|PATIENT_)?(?:NAME|DATE|DOB|AGE|LOCATION|ADDRESS|CITY|HOSPITAL|PHONE|TELEPHONE|ID|MRN|EMAIL|PERSON|PATIENT|DOCTOR|ORGANI[SZ]ATION|ORG|LOC|PER)(?:_?\d{1,3})?[>}]/g;
const REMOVED =
  /[[<({](?:(?:name|date|details?|information|text) )?(?:redacted|removed|deleted|masked|anonymi[sz]ed|de-?identified|withheld)[\]>)}]/gi;
const CROSSED_DATE =
  /(?<![\w,])(?:X{2,4}|x{2,4})[-/.](?:X{2,4}|x{2,4}|\d{1,2})[-/.](?:X{2,4}|x{2,4}|\d{2,4})(?!\w)/g;
const STARRED_DATE = /\*{2,4}[-/.]\*{2,4}[-/.](?:\*{2,4}|\d{2,4})/g;
const CROSSED = /(?<![\w,])(?:X{3,}|x{3,})(?![\w+])/g;
const BLANK = /(?<!\w)_{3,}(?!\w)/g;
const STARS = /\*{2,}/g;

/** "Chromosome XXX" is a karyotype. */
const KARYOTYPE = /(?:chromosomes?|karyotypes?|genotypes?|triple|trisomy)[ :]{1,2}$/i;
const KARYOTYPE_AFTER = /^ (?:and|or|vs) X{1,4}Y|^ (?:karyotype|syndrome|chromosome|females?|genotype)/;

export const masked: KindOfData<'masked'> = {
  name: 'masked',
  *find(text) {
    for (const expression of [BRACKETED, PLACEHOLDER, REMOVED])
      yield* matches(text, expression, 'a placeholder where something was removed');
    yield* matches(text, CROSSED_DATE, 'a date crossed out');
    yield* matches(text, STARRED_DATE, 'a date crossed out');
    yield* matches(
      text,
      CROSSED,
      'letters crossed out',
      (found, { index = 0 }) =>
        !KARYOTYPE.test(text.slice(Math.max(0, index - 15), index)) &&
        !KARYOTYPE_AFTER.test(text.slice(index + found.length, index + found.length + 20)),
    );
    yield* matches(text, BLANK, 'a blank where something was removed');
    yield* stars(text);
  },
};

/** Stars that stand for letters. Those of Markdown (in pairs around a text, or a line of them) and of powers are none. */
function* stars(text: string): Iterable<Span> {
  let open: Span | undefined;
  for (const { 0: run, index } of text.matchAll(STARS)) {
    const span = { start: index, end: index + run.length, reason: 'stars in place of letters' };
    const [before, behind] = [text[index - 1] ?? ' ', text[span.end] ?? ' '];
    if (before === '[' || behind === ']' || isRule(text, span)) continue;
    if (
      open &&
      /\S/.test(before) &&
      span.end - span.start === open.end - open.start &&
      near(text, open, span)
    ) {
      open = undefined;
      continue;
    }
    if (isMark(before, text.slice(span.end, span.end + 4))) continue;
    if (open) yield open;
    open = undefined;
    if (/[\p{L}\p{N}(]/u.test(behind) && !/[\p{L}\p{N}]/u.test(before)) open = span;
    else yield span;
  }
  if (open) yield open;
}

/** Powers ("2**3") and marks of significance ("0.45**", "** p < 0.01"). */
const isMark = (before: string, behind: string) => /[\d.)%†]/.test(before) || /^ ?[pP] ?[<=≤]/.test(behind);

const near = (text: string, open: Span, close: Span): boolean =>
  close.start - open.end <= 200 && !text.slice(open.end, close.start).includes('\n');

const isRule = (text: string, { start, end }: Span): boolean =>
  end - start > 2 &&
  /(?:^|\n)$/.test(text.slice(Math.max(0, start - 1), start)) &&
  /^(?:\n|$)/.test(text.slice(end, end + 1)) &&
  text.length > end - start;
