import { useEffect, useRef } from 'react';
import type { ReviewQuestion } from '../../../experiment/record/index.js';
import { Action } from '../../page/index.js';
import type { ShownItem } from '../../page-data/index.js';
import { clock } from '../amounts.js';
import type { TypedAnswer } from '../drafts.js';
import type { Sheet } from '../sheet.js';
import { type ShownAnswer, SideBySide } from '../side-by-side.js';

interface ConflictProps {
  item: ShownItem;
  sheet: Sheet;
  goOn: () => void;
  showInstead: (current: ShownItem) => void;
}

/** Something changed while this answer was typed: what is there now, and what shall count. */
export const Conflict = ({ item, sheet, goOn, showInstead }: ConflictProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { body } = sheet.refusal!;
  const current = body.current ?? item;
  const { answer } = current;
  const isOther = current.version !== item.version;
  const mine = { answers: sheet.answers, skipped: sheet.skip };
  return (
    <div className="conflict" role="alertdialog" aria-labelledby="conflict-title">
      <h2 id="conflict-title" ref={heading} tabIndex={-1}>
        Nothing was overwritten
      </h2>
      <p>
        {body.error} {answer && !isOther && `What is there was saved at ${clock(answer.at)}.`}
      </p>
      {!isOther &&
        item.questions.map((question) => (
          <div key={question.name} className="compared">
            <h3>{question.text}</h3>
            <SideBySide
              name={question.text}
              answers={[shownAnswer('Saved', question, answer), shownAnswer('Yours here', question, mine)]}
            />
          </div>
        ))}
      <p className="row">
        {isOther ? (
          <Action className="action primary" onClick={() => showInstead(current)}>
            Show it as it is now
          </Action>
        ) : (
          <>
            <Action className="action primary" onClick={goOn}>
              {current.locked ? 'Go on' : 'Keep what is saved'}
            </Action>
            {!current.locked && (
              <Action onClick={() => sheet.saveInPlaceOf(answer?.id)}>Replace it with mine</Action>
            )}
          </>
        )}
      </p>
    </div>
  );
};

export const shownAnswer = (
  by: string,
  { name, choices }: ReviewQuestion,
  answer: { readonly answers: readonly TypedAnswer[]; readonly skipped?: string | undefined } | undefined,
): ShownAnswer => {
  const given = answer?.answers.find(({ question }) => question === name);
  return answer?.skipped === undefined
    ? {
        by,
        label: choices.find(({ value }) => value === given?.value)?.label ?? 'no answer',
        reason: given?.reason,
      }
    : { by, label: 'skipped', reason: answer.skipped };
};
