import { queryCheck } from '../check-of-each.js';
import { excerpt } from '../excerpt.js';

/** Two numbers of one series: a query with both tells of two patients. */
const SERIES: readonly (readonly [first: RegExp, second: RegExp])[] = [
  [/\b(?:case|patient) (?:no\. ?)?#?1\b/i, /\b(?:case|patient) (?:no\. ?)?#?2\b/i],
  [/\b(?:Case|CASE|Patient|PATIENT) I\b/, /\b(?:Case|CASE|Patient|PATIENT) II\b/],
  [/\bfirst (?:case|patient)\b/i, /\bsecond (?:case|patient)\b/i],
];

export const severalPatients = queryCheck(
  {
    name: 'several-patients',
    title: 'Several patients in one query',
    definition:
      'Queries that number their patients: both “case 1” and “case 2” (or patient; or I and II; or first and second).',
    severity: 'note',
    fix: 'Split the query, or name the patient it asks about: documents may be relevant to one of them only.',
  },
  ({ text }) => {
    const series = SERIES.find(([first, second]) => first.test(text) && second.test(text));
    if (!series) return undefined;
    const [marked] = series[1].exec(text)!;
    return { detail: `names “${marked}”`, text: excerpt(text, text.search(series[1])) };
  },
);
