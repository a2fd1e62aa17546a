import type { Query, Task } from '../../core/index.js';
import type { AuditExample } from '../../experiment/record/index.js';
import type { PersonalDataKind } from '../personal-data/index.js';
import { type Check, type Findings, type Row, type Survey, tally } from './check.js';
import { excerpt } from './excerpt.js';

export interface Flaw {
  readonly detail: string;
  readonly at: number;
}

type LookedAt = Pick<Row, 'text' | 'personalData'>;

type Described = Omit<Check, 'start' | 'unit'>;
type Finding = Pick<AuditExample, 'detail' | 'text'>;

/**
 * A check of what one reading of the corpus left. `look` yields once for each thing that it looks at: what is found, or nothing. Where it looks at
 * none, `none` says why.
 */
export const surveyCheck = (
  about: Omit<Check, 'start'>,
  look: (task: Task, survey: Survey) => Iterable<AuditExample | undefined>,
  none?: Findings,
): Check => ({
  ...about,
  start: (task, most) => ({
    finish: (survey) => {
      const found = tally(most);
      let all = 0;
      for (const example of look(task, survey)) {
        all += 1;
        if (example) found.add(example);
      }
      return all === 0 && none ? none : found.of(all);
    },
  }),
});

/** A check that looks at every query by itself. */
export const queryCheck = (
  about: Described,
  flawIn: (query: Query, task: Task) => Finding | undefined,
): Check =>
  surveyCheck({ ...about, unit: 'queries' }, function* (task) {
    for (const query of task.queries) {
      const flaw = flawIn(query, task);
      yield flaw && { query: query.id, ...flaw };
    }
  });

/** A check that looks at every row of the corpus by itself. */
export const documentCheck = (about: Described, flawIn: (row: Row) => Finding | undefined): Check => ({
  ...about,
  unit: 'documents',
  start: (_, most) => {
    const flawed = tally(most);
    return {
      row: (row) => {
        const flaw = flawIn(row);
        if (flaw) flawed.add({ documents: [row.id], ...flaw });
      },
      finish: ({ ids }) => flawed.of(ids.length),
    };
  },
});

/** A check that looks at the text of every document and every query by itself. */
export const textCheck = (about: Described, flawIn: (looked: LookedAt) => Flaw | undefined): Check => ({
  ...about,
  unit: 'texts',
  start: ({ queries }, most, dataOf) => {
    const flawed = tally(most);
    const look = (looked: LookedAt, whose: Pick<AuditExample, 'query' | 'documents'>): void => {
      const flaw = flawIn(looked);
      if (!flaw) return;
      const { detail, at } = flaw;
      flawed.add({ ...whose, detail, ...(!about.withoutText && { text: excerpt(looked.text, at) }) });
    };
    for (const { id, text } of queries) look({ text, personalData: dataOf(text) }, { query: id });
    return {
      row: (row) => look(row, { documents: [row.id] }),
      finish: ({ ids }) => flawed.of(ids.length + queries.length),
    };
  },
});

/** The first of several patterns that a text has, by the order of the patterns. */
export const firstPattern =
  (patterns: Readonly<Record<string, RegExp>>) =>
  ({ text }: LookedAt): Flaw | undefined => {
    for (const [detail, pattern] of Object.entries(patterns)) {
      const at = text.search(pattern);
      if (at >= 0) return { detail, at };
    }
    return undefined;
  };

/** The first part of a text that is personal data of these kinds. */
export const dataOfKinds =
  (kinds: readonly PersonalDataKind[]) =>
  ({ personalData }: LookedAt): Flaw | undefined => {
    const found = personalData.find(({ kind }) => kinds.includes(kind));
    return found && { detail: `${found.kind}: ${found.reason}`, at: found.start };
  };
