import { useCallback, useEffect, useState } from 'react';
import { Action, goTo, useAddress } from '../../page/index.js';
import { type AdjudicationItem, type AdjudicationWork, reviewApi } from '../../page-data/index.js';
import { counted } from '../amounts.js';
import { useSay } from '../announcements.js';
import type { ReviewClient } from '../client.js';
import { Frame, Progress } from '../frame.js';
import { ItemList } from '../item-list.js';
import { useKeys } from '../keys.js';
import { useLoaded } from '../loaded.js';
import { Notice, Ready } from '../states.js';
import { Disagreement } from './disagreement.js';

const HOME = '#/';
const LIST = '#/disagreements';

const KEYS = [
  ['1 2 3 …', 'decide the marked question'],
  ['Tab', 'to the next question, button or text'],
  ['R', 'write the reason'],
  ['Enter', 'go on: to what is missing, else save and show the next item'],
  ['J K', 'scroll the last text down or up; with Shift the first one'],
  ['H', 'all disagreements, also those decided'],
] as const;

export const Adjudicator = ({ client, signOut }: { client: ReviewClient; signOut: () => void }) => {
  const { view, path } = useAddress();
  const say = useSay();
  const { loaded, set, reload } = useLoaded(
    useCallback(() => client.get<AdjudicationWork>(reviewApi.adjudication), [client]),
  );
  const work = loaded.state === 'ready' ? loaded.value : undefined;
  const [saved, setSaved] = useState(false);
  const isIdle = work !== undefined && !work.next;
  // Reviewers go on meanwhile: who comes back to an empty list sees what there is now.
  useEffect(() => {
    const look = (): void => {
      if (isIdle && !document.hidden) reload();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [isIdle, reload]);
  useKeys({ h: () => goTo(LIST) });
  const onSaved = (now: AdjudicationWork): void => {
    set(now);
    setSaved(true);
    say(`Saved. ${now.progress.open} left to decide.`);
    goTo(HOME);
  };
  const goOn = (): void => {
    reload();
    goTo(HOME);
  };
  const shared = { client, onSaved, goOn };
  return (
    <Frame
      session={client.session}
      places={[
        { href: HOME, text: 'Decide', current: view !== 'disagreements' },
        { href: LIST, text: 'Disagreements', current: view === 'disagreements' },
      ]}
      progress={work && <HowFar work={work} saved={saved} />}
      keys={KEYS}
      help={<Instructions />}
      signOut={signOut}
    >
      <Ready of={loaded} what="the disagreements">
        {({ next, items, progress }) =>
          view === 'disagreements' ? (
            <List items={items} />
          ) : view === 'item' ? (
            <Chosen key={path[0]} itemKey={path[0] ?? ''} {...shared} />
          ) : next ? (
            <Disagreement
              key={`${next.key}/${next.basis}/${next.decision?.id}`}
              item={next}
              {...shared}
              showInstead={(item) => set({ ...work!, next: item })}
            />
          ) : (
            <Nothing progress={progress} reload={reload} />
          )
        }
      </Ready>
    </Frame>
  );
};

interface ChosenProps {
  client: ReviewClient;
  itemKey: string;
  onSaved: (work: AdjudicationWork) => void;
  goOn: () => void;
}

const Chosen = ({ client, itemKey, ...rest }: ChosenProps) => {
  const { loaded, set } = useLoaded(
    useCallback(
      () => client.get<AdjudicationItem>(reviewApi.adjudicationItem(encodeURIComponent(itemKey))),
      [client, itemKey],
    ),
  );
  return (
    <Ready of={loaded} what="the item">
      {(item) => (
        <Disagreement
          key={`${item.basis}/${item.decision?.id}`}
          client={client}
          item={item}
          {...rest}
          showInstead={set}
        />
      )}
    </Ready>
  );
};

const HowFar = ({ work: { progress }, saved }: { work: AdjudicationWork; saved: boolean }) => {
  const { open, decided, waiting, agreed } = progress;
  return (
    <Progress done={decided} of={open + decided}>
      <span>
        <strong>{decided}</strong> of {open + decided} decided
      </span>
      <span>
        {agreed} need no decision
        {waiting > 0 && `, ${waiting} ${waiting === 1 ? 'waits' : 'wait'} for reviewers`}
      </span>
      {saved && <span className="saved">✓ Decision saved</span>}
    </Progress>
  );
};

type NothingProps = { progress: AdjudicationWork['progress']; reload: () => void };
const Nothing = ({ progress: { decided, waiting }, reload }: NothingProps) =>
  waiting > 0 ? (
    <Notice title="Nothing to decide now">
      <p className="lead">
        {counted(waiting, 'item')} still {waiting === 1 ? 'waits' : 'wait'} for reviewers. You see an item
        once all its reviewers are done and differ.
      </p>
      <p className="row">
        <Action className="action primary" onClick={reload}>
          Look again
        </Action>
      </p>
    </Notice>
  ) : (
    <Notice title="All done. Thank you.">
      <p className="lead">
        {decided === 0
          ? 'The reviewers agree on every item.'
          : `You have decided ${counted(decided, 'item')}. Everything is saved, and you can close this window.`}
      </p>
      {decided > 0 && (
        <p>
          You can still <a href={LIST}>look through your decisions</a> and change them.
        </p>
      )}
    </Notice>
  );

const List = ({ items }: { items: AdjudicationWork['items'] }) => (
  <div className="list-view">
    <h1>Disagreements</h1>
    <p className="lead">
      {items.length === 0
        ? 'There are none yet.'
        : 'Open ones first. Open a decided one to read it again or to change the decision.'}
    </p>
    <ItemList
      label="Disagreements"
      rows={items.map(({ key, step, questions, state, preview }, i) => ({
        href: `#/item/${key}`,
        name: String(i + 1),
        preview,
        facts: [step, questions.join(', ')],
        mark: state,
      }))}
    />
  </div>
);

const Instructions = () => (
  <ul className="instructions">
    <li>
      You decide where reviewers differ, question by question, with a reason. Letters are drawn for each item:
      A is not the same person everywhere.
    </li>
    <li>Your decision is saved before the next item is shown, and can be changed.</li>
    <li>
      This is research material, not clinical advice: texts may be wrong, out of date, or written by a model.
      Do not use them to treat anybody.
    </li>
  </ul>
);
