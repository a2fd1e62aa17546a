import { basisOf, type NewEvent, type ReviewState } from '../../benchmarks/review/index.js';
import { defined } from '../../core/index.js';
import { sha256 } from '../../platform/node/index.js';
import type { AdjudicationItem, AdjudicationWork, DecisionRequest, GivenAnswer } from '../page-data/index.js';
import { checkedAnswers } from './given-answers.js';
import { Refusal } from './refusal.js';
import { isRepeat, previewOf } from './reviewing.js';

export const adjudicationOf = (state: ReviewState): AdjudicationWork => {
  const all = state.plan.assignment
    .filter(({ item }) => state.items.has(item))
    .map(({ item }) => ({ item: state.items.get(item)!, ...state.outcome(item) }));
  const those = (wanted: string) => all.filter((each) => each.state === wanted);
  const [open, decided] = [those('open'), those('decided')];
  const [next] = open;
  return {
    progress: {
      open: open.length,
      decided: decided.length,
      waiting: those('waiting').length,
      agreed: those('agreed').length,
    },
    items: [...open, ...decided].map(({ item, disputed, state: at }) => ({
      key: state.keyOf(item.id),
      step: item.step,
      questions: disputed,
      state: at as 'open' | 'decided',
      preview: previewOf(item),
    })),
    ...(next && { next: adjudicationItem(state, state.keyOf(next.item.id)) }),
  };
};

/** An item with the answers to it: only one that waits for a decision or has one, so never before its reviewers are done. */
export const adjudicationItem = (state: ReviewState, key: string): AdjudicationItem => {
  const item = state.itemOfKey(key);
  const outcome = item && state.outcome(item.id);
  if (!item || !outcome || !['open', 'decided'].includes(outcome.state))
    throw new Refusal(404, 'There is no such item to decide; its reviewers may not be done.');
  const known = state.answersTo(item.id);
  const answers = lettered(state, item.id);
  const { decision } = known;
  return {
    key,
    step: item.step,
    texts: item.texts,
    questions: item.questions.map((question) => ({
      ...question,
      disputed: outcome.disputed.includes(question.name),
      answers: answers.flatMap(({ by, answer }) =>
        answer.answers
          .filter((each) => each.question === question.name)
          .map(({ value, reason }) => ({ by, value, ...defined({ reason }) })),
      ),
    })),
    skipped: answers.flatMap(({ by, answer: { skipped } }) =>
      skipped === undefined ? [] : [{ by, reason: skipped }],
    ),
    basis: basisOf(known),
    ...(outcome.state === 'decided' &&
      decision && {
        decision: {
          id: decision.id,
          decisions: decision.decisions.map(({ reason = '', ...rest }) => ({ ...rest, reason })),
          at: decision.at,
        },
      }),
  };
};

/** The event of a decision; undefined where the same request was saved before. */
export const decisionEvent = (
  state: ReviewState,
  adjudicator: string,
  request: Omit<DecisionRequest, 'decisions'> & { readonly decisions: readonly GivenAnswer[] },
): NewEvent | undefined => {
  const current = adjudicationItem(state, request.item);
  const { id: item, version } = state.itemOfKey(request.item)!;
  const disputed = current.questions.filter((question) => question.disputed);
  const event = {
    type: 'decision' as const,
    id: request.id,
    item,
    version,
    basis: request.basis,
    decisions: [
      ...checkedAnswers(
        disputed.map((question) => ({ ...question, reason: 'required' as const })),
        request.decisions,
      ),
    ],
    seconds: request.seconds,
    ...defined({ replaces: request.replaces }),
  };
  if (isRepeat(state, adjudicator, event)) return undefined;
  if (request.basis !== current.basis)
    throw new Refusal(409, 'A reviewer changed an answer meanwhile. Read the answers again, then decide.', {
      currentDecision: current,
    });
  if (request.replaces !== current.decision?.id)
    throw new Refusal(409, 'This item was decided in another window. See what is there, then decide.', {
      currentDecision: current,
    });
  return event;
};

/** Answers under letters that are drawn for each item, so that a letter says nothing about who it is; or under names. */
const lettered = (state: ReviewState, item: string) =>
  [...state.answersTo(item).answers]
    .map(([name, answer]) => ({ name, answer, place: sha256(`${state.plan.id}\n${item}\n${name}`) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ name, answer }, i) => ({ by: state.plan.named ? name : letter(i), answer }));

/** A to Z, then A1 and on. */
const letter = (i: number): string =>
  `${String.fromCharCode(65 + (i % 26))}${i < 26 ? '' : Math.floor(i / 26)}`;
