import { useEffect } from 'react';
import { Action } from '../page/index.js';
import { useSay } from './announcements.js';
import { Key } from './key.js';
import type { Sheet } from './sheet.js';

/** What stands between an answer and the disk: nothing is called saved before the server confirms it. */
export const SaveState = ({ sheet, goOn }: { sheet: Sheet; goOn: () => void }) => {
  const { saving, refusal, again } = sheet;
  const say = useSay();
  const { why } = saving;
  // Announced once, not at every attempt.
  useEffect(() => {
    if (why !== undefined) say(`Not saved yet. ${why} What you typed stays here.`);
  }, [why, say]);
  if (why !== undefined)
    return (
      <div className="banner" data-state="waiting">
        <p>
          <strong>Not saved yet.</strong> {why} What you typed stays here, also if you reload the page, and is
          sent again until it is saved.
        </p>
        <Action onClick={again} disabled={saving.state === 'sending'}>
          {saving.state === 'sending' ? 'Trying …' : 'Try now'}
        </Action>
      </div>
    );
  if (!refusal || refusal.status === 409) return null;
  return (
    <div className="banner" data-state="refused" role="alert">
      <p>
        <strong>Not saved.</strong> {refusal.body.error}{' '}
        {refusal.status === 401 && 'What you typed stays in this window: open the link here.'}
      </p>
      {refusal.status === 401 && <Action onClick={again}>Try again</Action>}
      {refusal.status !== 401 && refusal.status !== 400 && <Action onClick={goOn}>Go on</Action>}
    </div>
  );
};

export const SaveButton = ({ sheet, text, save }: { sheet: Sheet; text: string; save: () => void }) => (
  <Action
    className="action primary save"
    onClick={save}
    // It keeps the focus while it works.
    aria-disabled={sheet.locked}
  >
    {sheet.saving.state === 'sending' ? 'Saving …' : sheet.locked ? 'Not saved yet' : text} <Key>Enter</Key>
  </Action>
);

/** The button that leaves an item with the answer it has. */
export const LeaveButton = ({ sheet, leave }: { sheet: Sheet; leave: () => void }) => (
  <Action onClick={leave} disabled={sheet.locked}>
    Leave as it is <Key>Esc</Key>
  </Action>
);
