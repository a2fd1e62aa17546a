import { join } from 'node:path';
import { groupBy } from '../../core/index.js';
import type { AttributedDecision, ModelLabel, ReviewDecision } from '../../experiment/record/index.js';
import { makeFolder, sha256, writeAtomic } from '../../platform/node/index.js';
import { csvText } from '../../platform/tables/index.js';
import { type ReviewAgreement, reviewAgreement } from './agreement.js';
import { agreementMarkdown } from './agreement-tables.js';
import { readReviewLabels } from './items.js';
import { basisOf } from './outcome.js';
import { type ReviewPlan, readPlanIfThere } from './plan.js';
import { type ReviewState, readReview, reviewState } from './state.js';
import { decisionsText, mustHaveDecisions } from './store.js';
import type { TrailEvent } from './trail.js';

export interface ReviewExportOptions {
  /** `R1`, `R2`, … and `A1` instead of names. */
  readonly pseudonyms?: boolean;
}

/** Writes the whole trail of a review and what it comes to. The same review gives the same bytes. Returns the names of the files. */
export const exportReview = async (
  state: ReviewState,
  labels: readonly ModelLabel[],
  out: string,
  { pseudonyms = false }: ReviewExportOptions = {},
): Promise<readonly string[]> => {
  const files = filesOf(pseudonyms ? withPseudonyms(state) : state, labels);
  await makeFolder(out);
  for (const [name, text] of Object.entries(files)) await writeAtomic(join(out, name), [text]);
  return Object.keys(files);
};

const filesOf = (state: ReviewState, labels: readonly ModelLabel[]): Readonly<Record<string, string>> => {
  const { id: _, ...plan } = state.plan;
  const found = reviewAgreement(state, labels);
  return {
    'plan.json': `${JSON.stringify(plan, null, 2)}\n`,
    'items.jsonl': jsonLines([...state.items.values()]),
    'labels.jsonl': jsonLines(labels),
    'trail.jsonl': jsonLines(trailOf(state)),
    'answers.csv': csvText([ANSWER_COLUMNS, ...answerRows(state)]),
    'decisions.jsonl': decisionsText(state),
    'decisions.csv': csvText([
      ['item', 'question', 'value', 'rule', 'reason'],
      ...state
        .decisions()
        .map(({ item, question, value, rule, reason }) => [item, question, value, rule, reason]),
    ]),
    'agreement.json': `${JSON.stringify(found, null, 2)}\n`,
    'agreement.md': `# Agreement of the review\n\n${agreementMarkdown(found, '##')}\n`,
  };
};

const jsonLines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** Every event of everybody, in the order in which they were saved. */
const trailOf = (state: ReviewState) =>
  state.plan.people
    .flatMap(({ name, role }) => state.eventsOf(name).map((event) => ({ person: name, role, ...event })))
    .sort((a, b) => a.sequence - b.sequence);

const ANSWER_COLUMNS = [
  ...['sequence', 'at', 'person', 'role', 'item', 'item version', 'step', 'group', 'question'],
  ...['value', 'reason', 'skipped', 'seconds', 'replaces', 'counts'],
];

/** One row for each answer to a question, and one for each skip. */
const answerRows = (state: ReviewState) =>
  trailOf(state).flatMap((event) => {
    if (event.type === 'break') return [];
    const item = state.items.get(event.item);
    const given = event.type === 'answer' ? event.answers : event.decisions;
    const skipped = event.type === 'answer' ? event.skipped : undefined;
    const rows = given.length > 0 ? given : [{ question: undefined, value: undefined, reason: undefined }];
    return rows.map(({ question, value, reason }) => [
      ...[event.sequence, event.at, event.person, event.role, event.item, event.version],
      ...[item?.step, item?.group, question, value, reason, skipped, event.seconds, event.replaces],
      counts(state, event.person, event) ? 'yes' : 'no',
    ]);
  });

/** Whether it is the last word of this person about the item as it is. */
const counts = (state: ReviewState, person: string, { id, item }: { id: string; item: string }): boolean => {
  if (!state.items.has(item)) return false;
  const { answers, decision } = state.answersTo(item);
  return answers.get(person)?.id === id || decision?.id === id;
};

/** The same review with other names, in an order that says nothing about them. */
export const withPseudonyms = (state: ReviewState): ReviewState => {
  const { plan } = state;
  const drawn = [...plan.people].sort((a, b) => (place(plan, a.name) < place(plan, b.name) ? -1 : 1));
  const counters = { reviewer: 0, adjudicator: 0 };
  const names = new Map(
    drawn.map(({ name, role }) => {
      counters[role] += 1;
      return [name, `${role === 'reviewer' ? 'R' : 'A'}${counters[role]}`];
    }),
  );
  const other: ReviewPlan = {
    ...plan,
    people: drawn.map((person) => ({ ...person, name: names.get(person.name)! })),
    assignment: plan.assignment.map((row) => ({
      ...row,
      reviewers: row.reviewers.map((name) => names.get(name) ?? name).sort(),
    })),
  };
  const next = reviewState(other, state.items);
  for (const { person, role: _, ...event } of trailOf(state)) {
    // A decision holds for the answers that were shown, which are known by the names of those who gave them.
    const holds = event.type === 'decision' && event.basis === basisOf(state.answersTo(event.item));
    const other = holds ? { ...event, basis: basisOf(next.answersTo(event.item)) } : event;
    next.apply(names.get(person)!, other as TrailEvent);
  }
  return next;
};

const place = ({ id }: ReviewPlan, name: string): string => sha256(`${id}\n${name}`);

/** How far the reviewers of a folder agree, under pseudonyms: a release goes to everybody. Undefined without a plan of the review. */
export const agreementForRelease = async (folder: string): Promise<ReviewAgreement | undefined> => {
  if (!(await readPlanIfThere(folder))) return undefined;
  const { state } = await readReview(folder);
  await mustHaveDecisions(folder, state);
  return reviewAgreement(withPseudonyms(state), await readReviewLabels(folder, state.items));
};

/** What is decided about every item of a folder, by its id, with those who decided it and why; under pseudonyms too. */
export const decisionsForRelease = async (
  folder: string,
): Promise<ReadonlyMap<string, readonly AttributedDecision[]>> => {
  const state = withPseudonyms((await readReview(folder)).state);
  const words = trailOf(state).flatMap((event) => {
    if (event.type === 'break' || !counts(state, event.person, event)) return [];
    const { type, item, person } = event;
    const given = type === 'answer' ? event.answers : event.decisions;
    return given.map((each) => ({ ...each, item, person, isFinal: type === 'decision' }));
  });
  const wordsAbout = groupBy(words, ({ item }) => item);
  const attributed = (decision: ReviewDecision): AttributedDecision => {
    const own = (wordsAbout.get(decision.item) ?? []).filter(
      ({ question, value, isFinal }) =>
        question === decision.question &&
        value === decision.value &&
        isFinal === (decision.rule === 'adjudicated'),
    );
    const reasons = new Set(own.map(({ reason }) => reason ?? 'no reason given'));
    return { ...decision, by: own.map(({ person }) => person).sort(), reason: [...reasons].join('; ') };
  };
  return new Map(
    [...state.items.keys()].map((item) => [item, state.outcome(item).decisions.map(attributed)]),
  );
};
