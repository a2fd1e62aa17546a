import { useEffect, useRef } from 'react';
import { Action } from '../../page/index.js';
import { type AnswerRequest, type ReviewWork, reviewApi, type ShownItem } from '../../page-data/index.js';
import type { ReviewClient } from '../client.js';
import { writeDraft } from '../drafts.js';
import { Key } from '../key.js';
import { useKeys } from '../keys.js';
import { Questions } from '../questions.js';
import { LeaveButton, SaveButton, SaveState } from '../save-state.js';
import { useSheet } from '../sheet.js';
import { SideBySide } from '../side-by-side.js';
import { TextPanes } from '../texts.js';
import { Conflict, shownAnswer } from './conflict.js';
import { Skip } from './skip.js';

/** Where what was typed for an item is stored. */
const draftPlace = (client: ReviewClient, { key, version }: ShownItem): string =>
  `${client.session.name}/${key}/${version}`;

interface ItemProps {
  client: ReviewClient;
  item: ShownItem;
  assigned: number;
  onSaved: (work: ReviewWork, item: ShownItem) => void;
  goOn: () => void;
  showInstead: (item: ShownItem) => void;
}

/** One item: what to read, and what is asked about it. */
export const Item = ({ client, item, assigned, onSaved, goOn, showInstead }: ItemProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);
  const isChange = item.answer !== undefined;
  const sheet = useSheet<AnswerRequest, ReviewWork>({
    place: draftPlace(client, item),
    questions: item.questions,
    ...(item.answer && { saved: item.answer }),
    request: (filled) => ({ item: item.key, version: item.version, ...filled }),
    send: (request) => client.post(reviewApi.answers, request),
    onSaved: (work) => onSaved(work, item),
  });
  const leave = (): void => {
    sheet.discard();
    goOn();
  };
  const isConflict = sheet.refusal?.status === 409;
  const isClosed = item.locked === true;
  useKeys({
    s: () => {
      if (!isConflict && !isClosed) sheet.setSkip(sheet.skip ?? '');
    },
    ...(isChange && { Escape: leave }),
  });
  return (
    <div className="item">
      <header className="item-head">
        <h1 ref={heading} tabIndex={-1}>
          Item {item.number} <small>of {assigned}</small>
        </h1>
        <span className="pill">{item.step}</span>
        {isChange && !isClosed && <span className="pill changing">changing your answer</span>}
      </header>
      <TextPanes texts={item.texts} />
      <section className="answers" aria-label="Your answer">
        <div className="answers-body">
          {isClosed ? (
            <Closed item={item} />
          ) : isConflict ? (
            <Conflict
              item={item}
              sheet={sheet}
              goOn={leave}
              showInstead={(current) => {
                sheet.discard();
                writeDraft(draftPlace(client, current), { answers: sheet.answers, typed: true, seconds: 0 });
                showInstead(current);
              }}
            />
          ) : sheet.skip === undefined ? (
            <Questions questions={item.questions} sheet={sheet} />
          ) : (
            <Skip sheet={sheet} />
          )}
        </div>
        <SaveState sheet={sheet} goOn={leave} />
        {!isConflict && (
          <footer className="answers-foot">
            {!isClosed && sheet.skip === undefined && (
              <>
                <SaveButton sheet={sheet} text={isChange ? 'Save the change' : 'Save'} save={sheet.save} />
                <Action onClick={() => sheet.setSkip('')} disabled={sheet.locked}>
                  Skip <Key>S</Key>
                </Action>
              </>
            )}
            {!isClosed && sheet.skip !== undefined && (
              <>
                <SaveButton sheet={sheet} text="Skip this item" save={sheet.saveSkip} />
                <Action onClick={() => sheet.setSkip(undefined)} disabled={sheet.locked}>
                  Answer it
                </Action>
              </>
            )}
            {isChange && <LeaveButton sheet={sheet} leave={leave} />}
          </footer>
        )}
      </section>
    </div>
  );
};

const Closed = ({ item: { questions, answer } }: { item: ShownItem }) => (
  <>
    <p className="note">This item was adjudicated, so your answer can no longer change.</p>
    {questions.map((question) => (
      <div key={question.name} className="compared">
        <h3>{question.text}</h3>
        <SideBySide name={question.text} answers={[shownAnswer('Yours', question, answer)]} />
      </div>
    ))}
  </>
);
