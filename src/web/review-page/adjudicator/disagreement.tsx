import { useEffect, useRef } from 'react';
import type { ReviewQuestion } from '../../../experiment/record/index.js';
import { Action } from '../../page/index.js';
import {
  type AdjudicationItem,
  type AdjudicationWork,
  type DecisionRequest,
  reviewApi,
} from '../../page-data/index.js';
import type { ReviewClient } from '../client.js';
import { writeDraft } from '../drafts.js';
import { useKeys } from '../keys.js';
import { Questions } from '../questions.js';
import { LeaveButton, SaveButton, SaveState } from '../save-state.js';
import { useSheet } from '../sheet.js';
import { SideBySide } from '../side-by-side.js';
import { TextPanes } from '../texts.js';

type Question = AdjudicationItem['questions'][number];

const draftPlace = (client: ReviewClient, { key, basis }: AdjudicationItem): string =>
  `${client.session.name}/${key}/${basis}`;

const labelOf = ({ choices }: ReviewQuestion, value: string | undefined): string =>
  choices.find((choice) => choice.value === value)?.label ?? 'no answer';

interface DisagreementProps {
  client: ReviewClient;
  item: AdjudicationItem;
  onSaved: (work: AdjudicationWork) => void;
  goOn: () => void;
  showInstead: (item: AdjudicationItem) => void;
}

/** An item with what its reviewers answered, side by side, and the decision. */
export const Disagreement = ({ client, item, onSaved, goOn, showInstead }: DisagreementProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);
  const disputed = item.questions.filter((question) => question.disputed);
  const agreed = item.questions.filter((question) => !question.disputed && question.answers.length > 0);
  const { decision } = item;
  const sheet = useSheet<DecisionRequest, AdjudicationWork>({
    place: draftPlace(client, item),
    questions: disputed.map((question) => ({ ...question, reason: 'required' })),
    ...(decision && { saved: { id: decision.id, answers: decision.decisions } }),
    request: ({ id, seconds, replaces, answers = [] }) => ({
      ...{ id, item: item.key, basis: item.basis, seconds },
      decisions: answers.map(({ reason = '', ...rest }) => ({ ...rest, reason })),
      ...(replaces !== undefined && { replaces }),
    }),
    send: (request) => client.post(reviewApi.decisions, request),
    onSaved,
  });
  const leave = (): void => {
    sheet.discard();
    goOn();
  };
  useKeys({ ...(decision && { Escape: leave }) });
  const conflict = sheet.refusal?.status === 409 ? sheet.refusal.body : undefined;
  const questionOf = ({ name }: ReviewQuestion): Question => disputed.find((each) => each.name === name)!;
  return (
    <div className="item adjudicated">
      <header className="item-head">
        <h1 ref={heading} tabIndex={-1}>
          Where reviewers differ
        </h1>
        <span className="pill">{item.step}</span>
        {decision && <span className="pill changing">changing your decision</span>}
      </header>
      <TextPanes texts={item.texts} />
      <section className="answers" aria-label="Your decision">
        <div className="answers-body">
          {conflict ? (
            <Conflict
              error={conflict.error}
              show={() => {
                const current = conflict.currentDecision;
                if (!current) return leave();
                sheet.discard();
                writeDraft(draftPlace(client, current), {
                  answers: sheet.answers,
                  typed: true,
                  seconds: 0,
                  ...(current.decision && { base: current.decision.id }),
                });
                showInstead(current);
              }}
            />
          ) : (
            <>
              <Questions
                questions={disputed.map((question) => ({ ...question, reason: 'required' }))}
                sheet={sheet}
                evidence={(question) => (
                  <SideBySide
                    name="What reviewers said"
                    answers={questionOf(question).answers.map(({ by, value, reason }) => ({
                      by,
                      label: labelOf(question, value),
                      reason,
                    }))}
                  />
                )}
                chosenBy={(question, value) =>
                  questionOf(question)
                    .answers.filter((answer) => answer.value === value)
                    .map(({ by }) => by)
                }
              />
              {item.skipped.map(({ by, reason }) => (
                <p key={by} className="could-not-say">
                  <strong>{by}</strong> skipped the item: {reason}
                </p>
              ))}
              {agreed.length > 0 && <Agreed questions={agreed} />}
            </>
          )}
        </div>
        <SaveState sheet={sheet} goOn={leave} />
        {!conflict && (
          <footer className="answers-foot">
            <SaveButton sheet={sheet} text={decision ? 'Save the change' : 'Decide'} save={sheet.save} />
            {decision && <LeaveButton sheet={sheet} leave={leave} />}
          </footer>
        )}
      </section>
    </div>
  );
};

const Agreed = ({ questions }: { questions: readonly Question[] }) => (
  <section className="agreed" aria-label="Questions on which the reviewers agree">
    <h2>Reviewers agree</h2>
    <dl className="given">
      {questions.map((question) => (
        <div key={question.name}>
          <dt>{question.text}</dt>
          <dd>
            {labelOf(question, question.answers[0]?.value)}
            {question.answers.map(
              ({ by, reason }) =>
                reason && (
                  <small key={by}>
                    {by}: {reason}
                  </small>
                ),
            )}
          </dd>
        </div>
      ))}
    </dl>
  </section>
);

const Conflict = ({ error, show }: { error: string; show: () => void }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="conflict" role="alertdialog" aria-labelledby="conflict-title">
      <h2 id="conflict-title" ref={heading} tabIndex={-1}>
        Nothing was overwritten
      </h2>
      <p>{error}</p>
      <p>What you typed stays in the fields.</p>
      <p className="row">
        <Action className="action primary" onClick={show}>
          Show it as it is now
        </Action>
      </p>
    </div>
  );
};
