import { useCallback, useEffect, useRef, useState } from 'react';
import { Action, goTo, useAddress } from '../../page/index.js';
import {
  type BreakRequest,
  type ReviewHistory,
  type ReviewProgress,
  type ReviewWork,
  reviewApi,
  type ShownItem,
} from '../../page-data/index.js';
import { about, clock, counted } from '../amounts.js';
import { useSay } from '../announcements.js';
import type { ReviewClient } from '../client.js';
import { Frame, Progress } from '../frame.js';
import { Key } from '../key.js';
import { useKeys } from '../keys.js';
import { useLoaded } from '../loaded.js';
import { Ready } from '../states.js';
import { History } from './history.js';
import { Item } from './item.js';
import { Instructions, REVIEWER_KEYS, useWelcome, Welcome } from './welcome.js';

const HOME = '#/';
const HISTORY = '#/answers';

export const Reviewer = ({ client, signOut }: { client: ReviewClient; signOut: () => void }) => {
  const { view, path } = useAddress();
  const say = useSay();
  const { loaded, set, reload } = useLoaded(
    useCallback(() => client.get<ReviewWork>(reviewApi.work), [client]),
  );
  const work = loaded.state === 'ready' ? loaded.value : undefined;
  const [lastSaved, setLastSaved] = useState<number>();
  const [paused, setPaused] = useState<{ readonly since: string; readonly reported: boolean }>();
  const [welcomed, welcome] = useWelcome(client.session);
  const since = paused?.since ?? work?.onBreak;

  const pause = (action: BreakRequest['action']): void => {
    // Time stops at once. The server gets it; without a connection the time is not counted all the same, and an answer ends a break.
    const now = new Date().toISOString();
    setPaused(action === 'start' ? { since: now, reported: true } : undefined);
    if (work) set(withBreak(work, action === 'start' ? now : undefined));
    const request: BreakRequest = { id: crypto.randomUUID(), action };
    client.post<ReviewWork>(reviewApi.breaks, request).catch(() => {
      setPaused((current) => current && { ...current, reported: false });
    });
    say(action === 'start' ? 'Break. Your time is not counted.' : 'The break is over.');
  };
  const saved = (now: ReviewWork, item: ShownItem): void => {
    set(now);
    setLastSaved(item.number);
    say(`Item ${item.number} saved. ${now.progress.done} of ${now.progress.assigned} done.`);
    goTo(HOME);
  };
  const goOn = (): void => {
    reload();
    goTo(HOME);
  };
  const undo = async (): Promise<void> => {
    const [key] = path;
    if (view !== 'item') {
      if (work?.previous !== undefined) goTo(`#/item/${work.previous}`);
      return;
    }
    const { items } = await client.get<ReviewHistory>(reviewApi.history);
    const older = items[items.findIndex((item) => item.key === key) + 1];
    if (older) goTo(`#/item/${older.key}`);
    else say('There is no earlier answer.');
  };
  const isAtWork = work !== undefined && since === undefined && (welcomed || work.progress.done > 0);
  useKeys({
    h: () => goTo(HISTORY),
    ...(isAtWork && {
      u: () =>
        void undo().catch(() => {
          say('The earlier answer cannot be loaded.');
        }),
    }),
    ...(isAtWork && work.next && { b: () => pause('start') }),
  });

  return (
    <Frame
      session={client.session}
      places={[
        { href: HOME, text: 'Review', current: view !== 'answers' },
        { href: HISTORY, text: 'Your answers', current: view === 'answers' },
      ]}
      progress={work && <HowFar work={work} lastSaved={lastSaved} />}
      actions={
        isAtWork &&
        work.next && (
          <Action onClick={() => pause('start')}>
            Break <Key>B</Key>
          </Action>
        )
      }
      keys={REVIEWER_KEYS}
      help={<Instructions />}
      signOut={signOut}
    >
      {since !== undefined ? (
        <Break since={since} reported={paused?.reported ?? true} end={() => pause('end')} />
      ) : view === 'answers' ? (
        <History client={client} />
      ) : (
        <Ready of={loaded} what="your items">
          {({ next, progress }) =>
            view === 'item' ? (
              <Changed
                key={path[0]}
                client={client}
                itemKey={path[0] ?? ''}
                assigned={progress.assigned}
                onSaved={saved}
                goOn={goOn}
              />
            ) : !next ? (
              <Finished progress={progress} />
            ) : !isAtWork ? (
              <Welcome progress={progress} begin={welcome} />
            ) : (
              <Item
                key={`${next.key}/${next.version}/${next.answer?.id}`}
                client={client}
                item={next}
                assigned={progress.assigned}
                onSaved={saved}
                goOn={goOn}
                showInstead={(item) => set({ ...work, next: item })}
              />
            )
          }
        </Ready>
      )}
    </Frame>
  );
};

const withBreak = ({ onBreak: _, ...work }: ReviewWork, since: string | undefined): ReviewWork => ({
  ...work,
  ...(since !== undefined && { onBreak: since }),
});

interface ChangedProps {
  client: ReviewClient;
  itemKey: string;
  assigned: number;
  onSaved: (work: ReviewWork, item: ShownItem) => void;
  goOn: () => void;
}

const Changed = ({ client, itemKey, assigned, onSaved, goOn }: ChangedProps) => {
  const { loaded, set } = useLoaded(
    useCallback(() => client.get<ShownItem>(reviewApi.item(encodeURIComponent(itemKey))), [client, itemKey]),
  );
  return (
    <Ready of={loaded} what="the item">
      {(item) => (
        <Item
          key={`${item.version}/${item.answer?.id}`}
          {...{ client, item, assigned, onSaved, goOn }}
          showInstead={set}
        />
      )}
    </Ready>
  );
};

const HowFar = ({ work: { progress }, lastSaved }: { work: ReviewWork; lastSaved: number | undefined }) => {
  const { assigned, done, secondsPerItem } = progress;
  const left = assigned - done;
  return (
    <Progress done={done} of={assigned}>
      <span>
        <strong>{done}</strong> of {assigned} done
      </span>
      {left > 0 && (
        <span>
          {left} left{secondsPerItem !== undefined && `, ${about(left * secondsPerItem)}`}
        </span>
      )}
      {lastSaved !== undefined && (
        <span className="saved">
          ✓ Item {lastSaved} saved{' '}
          <span className="note">
            <kbd>U</kbd> changes it
          </span>
        </span>
      )}
    </Progress>
  );
};

const Finished = ({ progress: { assigned, skipped } }: { progress: ReviewProgress }) =>
  assigned === 0 ? (
    <div className="state">
      <h1>There is nothing to judge yet</h1>
      <p className="lead">No item is assigned to you. Your link stays valid; look again later.</p>
    </div>
  ) : (
    <div className="state finished">
      <h1>All done. Thank you.</h1>
      <p className="lead">
        You have judged {counted(assigned - skipped, 'item')}
        {skipped > 0 && ` and skipped ${skipped}`}. Everything is saved, and you can close this window.
      </p>
      <p>
        You can still <a href="#/answers">look through your answers</a> and change them until they are
        adjudicated. If more items come, your link shows them.
      </p>
    </div>
  );

/** A break: nothing to read, and no time counted. */
const Break = ({ since, reported, end }: { since: string; reported: boolean; end: () => void }) => {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  useKeys({ b: end, Enter: end });
  return (
    <div className="state break">
      <h1>A break since {clock(since)}</h1>
      <p className="lead">
        Your time is not counted. What you have typed for the item stays.
        {!reported && ' There is no connection, so the break is not in the records of the review.'}
      </p>
      <p className="row">
        <Action ref={button} className="action primary save" onClick={end}>
          Go on <Key>B</Key>
        </Action>
      </p>
    </div>
  );
};
