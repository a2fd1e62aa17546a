import { type Check, tally } from '../check.js';
import { excerpt } from '../excerpt.js';

/** Two numbers of one series: a query with both tells of two patients. */
const SERIES: readonly (readonly [first: RegExp, second: RegExp])[] = [
  [/\b(?:case|patient) (?:no\. ?)?#?1\b/i, /\b(?:case|patient) (?:no\. ?)?#?2\b/i],
  [/\b(?:Case|CASE|Patient|PATIENT) I\b/, /\b(?:Case|CASE|Patient|PATIENT) II\b/],
  [/\bfirst (?:case|patient)\b/i, /\bsecond (?:case|patient)\b/i],
];

/** Queries that tell of several patients. */
export const severalPatients: Check = {
  name: 'several-patients',
  title: 'Several patients in one query',
  definition:
    'Queries that number their patients: both “case 1” and “case 2” (or patient; or I and II; or first and second).',
  severity: 'note',
  unit: 'queries',
  fix: 'Split the query, or name the patient it asks about: documents may be relevant to one of them only.',
  start: ({ queries }) => ({
    finish: () => {
      const found = tally();
      for (const { id, text } of queries) {
        const series = SERIES.find(([first, second]) => first.test(text) && second.test(text));
        if (!series) continue;
        const [marked] = series[1].exec(text)!;
        found.add({
          query: id,
          detail: `names “${marked}”`,
          text: excerpt(text, text.search(series[1])),
        });
      }
      return found.of(queries.length);
    },
  }),
};
