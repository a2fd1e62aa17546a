import { useEffect, useRef } from 'react';
import type { OwnAnswer, ShownItem } from '../../page-data/index.js';
import { clock } from '../amounts.js';
import { answerTo, type Sheet } from '../sheet.js';

/** Something changed while this answer was typed: what is there now, and what shall count. */
export const Conflict = ({
  item,
  sheet,
  goOn,
  showInstead,
}: {
  item: ShownItem;
  sheet: Sheet;
  goOn: () => void;
  showInstead: (current: ShownItem) => void;
}) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { body } = sheet.refusal!;
  const current = body.current ?? item;
  const isOther = current.version !== item.version;
  return (
    <div className="conflict" role="alertdialog" aria-labelledby="conflict-title">
      <h2 id="conflict-title" ref={heading} tabIndex={-1}>
        Nothing was overwritten
      </h2>
      <p>{body.error}</p>
      {!isOther && (
        <table className="plain">
          <thead>
            <tr>
              <th scope="col">Question</th>
              <th scope="col">Saved {current.answer && <small>{clock(current.answer.at)}</small>}</th>
              <th scope="col">Yours here</th>
            </tr>
          </thead>
          <tbody>
            {item.questions.map(({ name, text, choices }) => {
              const labelOf = (value: string | undefined): string =>
                choices.find((choice) => choice.value === value)?.label ?? 'no answer';
              const typed = answerTo(sheet.answers, name);
              return (
                <tr key={name}>
                  <th scope="row">{text}</th>
                  <td>
                    <Saved answer={current.answer} question={name} labelOf={labelOf} />
                  </td>
                  <td>
                    {sheet.skip === undefined ? labelOf(typed.value) : 'skipped'}
                    {(sheet.skip ?? typed.reason) && <small>{sheet.skip ?? typed.reason}</small>}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      <p className="row">
        {isOther ? (
          <button type="button" className="action primary" onClick={() => showInstead(current)}>
            Show it as it is now
          </button>
        ) : (
          <>
            <button type="button" className="action primary" onClick={goOn}>
              {current.locked ? 'Go on' : 'Keep what is saved'}
            </button>
            {!current.locked && (
              <button
                type="button"
                className="action"
                onClick={() => sheet.saveInPlaceOf(current.answer?.id)}
              >
                Replace it with mine
              </button>
            )}
          </>
        )}
      </p>
    </div>
  );
};

const Saved = ({
  answer,
  question,
  labelOf,
}: {
  answer: OwnAnswer | undefined;
  question: string;
  labelOf: (value: string | undefined) => string;
}) => {
  const given = answer?.answers.find((each) => each.question === question);
  return (
    <>
      {answer?.skipped === undefined ? labelOf(given?.value) : 'skipped'}
      {(answer?.skipped ?? given?.reason) && <small>{answer?.skipped ?? given?.reason}</small>}
    </>
  );
};
