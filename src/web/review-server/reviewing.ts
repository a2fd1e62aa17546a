import {
  type AnswerEvent,
  medianSeconds,
  type NewEvent,
  type ReviewState,
} from '../../benchmarks/review/index.js';
import { defined, firstWords } from '../../core/index.js';
import type { ReviewItem } from '../../experiment/record/index.js';
import type {
  AnswerRequest,
  BreakRequest,
  OwnAnswer,
  ReviewHistory,
  ReviewWork,
  ShownItem,
} from '../page-data/index.js';
import { checkedAnswers } from './given-answers.js';
import { Refusal } from './refusal.js';

const NOT_YOURS = 'There is no such item among yours.';

/** What a reviewer has to do: nothing in it comes from anybody else. */
export const workOf = (state: ReviewState, reviewer: string): ReviewWork => {
  const own = state.itemsOf(reviewer);
  const done = own.flatMap((id) => answerOf(state, reviewer, id) ?? []);
  const next = own.find((id) => !answerOf(state, reviewer, id));
  const last = done.toSorted((a, b) => b.sequence - a.sequence)[0];
  return {
    progress: {
      assigned: own.length,
      done: done.length,
      skipped: done.filter(({ skipped }) => skipped !== undefined).length,
      ...defined({ secondsPerItem: medianSeconds(state.eventsOf(reviewer)) }),
    },
    ...defined({
      onBreak: breakSince(state, reviewer),
      next: next === undefined ? undefined : shownItem(state, reviewer, state.keyOf(next)),
      previous: last && state.keyOf(last.item),
    }),
  };
};

/** One of the reviewer's items. To somebody else it looks as if there were none. */
export const shownItem = (state: ReviewState, reviewer: string, key: string): ShownItem => {
  const item = state.itemOfKey(key);
  const number = item ? state.itemsOf(reviewer).indexOf(item.id) + 1 : 0;
  if (!item || number === 0) throw new Refusal(404, NOT_YOURS);
  const { version, step, texts, questions } = item;
  const answer = answerOf(state, reviewer, item.id);
  return {
    ...{ key, version, number, step, texts, questions },
    ...(answer && { answer: ownAnswer(answer) }),
    ...(isLocked(state, item.id) && { locked: true as const }),
  };
};

/** What the reviewer has answered, last first. */
export const historyOf = (state: ReviewState, reviewer: string): ReviewHistory => ({
  items: state
    .itemsOf(reviewer)
    .flatMap((id, i) => {
      const answer = answerOf(state, reviewer, id);
      return answer ? [{ answer, number: i + 1, item: state.items.get(id)! }] : [];
    })
    .sort((a, b) => b.answer.sequence - a.answer.sequence)
    .map(({ answer, number, item }) => ({
      key: state.keyOf(item.id),
      number,
      step: item.step,
      at: answer.at,
      ...(answer.skipped !== undefined && { skipped: true as const }),
      ...(isLocked(state, item.id) && { locked: true as const }),
      preview: previewOf(item),
    })),
});

/** The event of an answer; undefined where the same request was saved before. */
export const answerEvent = (
  state: ReviewState,
  reviewer: string,
  request: AnswerRequest,
): NewEvent | undefined => {
  const current = shownItem(state, reviewer, request.item);
  const { id: item, questions } = state.itemOfKey(request.item)!;
  if ((request.answers === undefined) === (request.skipped === undefined))
    throw new Refusal(400, 'Send either answers or skipped.');
  const skipped = request.skipped?.trim();
  if (skipped === '') throw new Refusal(400, 'To skip an item, say why.');
  const event = {
    type: 'answer' as const,
    id: request.id,
    item,
    version: request.version,
    answers: request.answers ? [...checkedAnswers(questions, request.answers)] : [],
    seconds: request.seconds,
    ...defined({ skipped, replaces: request.replaces }),
  };
  if (isRepeat(state, reviewer, event)) return undefined;
  if (request.version !== current.version)
    throw new Refusal(409, 'This item was changed meanwhile. Read it again, then answer.', { current });
  if (current.locked)
    throw new Refusal(409, 'This item was adjudicated; its answers can no longer change.', { current });
  if (request.replaces !== current.answer?.id)
    throw new Refusal(409, 'This item was answered in another window. See what is there, then decide.', {
      current,
    });
  return event;
};

/** The event of a break; undefined where nothing changes. */
export const breakEvent = (
  state: ReviewState,
  reviewer: string,
  { id, action }: BreakRequest,
): NewEvent | undefined => {
  const event = { type: 'break' as const, id, action };
  const isOn = breakSince(state, reviewer) !== undefined;
  return isRepeat(state, reviewer, event) || isOn === (action === 'start') ? undefined : event;
};

/** Whether a request was saved before: sent again after a lost connection. An id that says something else now is refused. */
export const isRepeat = (state: ReviewState, person: string, made: NewEvent): boolean => {
  const saved = state.eventOf(person, made.id);
  if (!saved) return false;
  const { sequence: _, at: __, ...before } = saved;
  if (JSON.stringify(sorted(before)) !== JSON.stringify(sorted(made)))
    throw new Refusal(409, 'This id was sent before with other content. Make a new id for each answer.');
  return true;
};

const sorted = (event: object): readonly unknown[] =>
  Object.entries(event).sort(([a], [b]) => (a < b ? -1 : 1));

export const previewOf = ({ texts }: ReviewItem): string => firstWords(texts[0]!.text, 12).text.slice(0, 120);

const answerOf = (state: ReviewState, reviewer: string, item: string): AnswerEvent | undefined =>
  state.answersTo(item).answers.get(reviewer);

const ownAnswer = ({ id, answers, skipped, at }: AnswerEvent): OwnAnswer => ({
  ...{ id, answers, at },
  ...defined({ skipped }),
});

const isLocked = (state: ReviewState, item: string): boolean => state.outcome(item).state === 'decided';

/** Since when a reviewer is on a break; an answer ends one. */
const breakSince = (state: ReviewState, reviewer: string): string | undefined => {
  const last = state.eventsOf(reviewer).at(-1);
  return last?.type === 'break' && last.action === 'start' ? last.at : undefined;
};
