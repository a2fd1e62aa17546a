import { type ExplainedHit, matchesIn } from '../../../../experiment/record/index.js';
import { format } from '../../../../platform/tables/index.js';
import { addresses, type Key, keyOf, type ShownHit, snippetOf } from '../../../page-data/index.js';
import { changeState } from '../../address.js';
import { useResource } from '../../resources.js';
import { Action } from '../action.js';
import type { BarScale } from './bar-scale.js';
import { MarkedText } from './marked-text.js';
import { ScoreBar } from './score-bar.js';
import { SumTable } from './sum-table.js';

/** Characters of a document before it is opened: about three lines. */
const ROOM = 240;

/** What is shown of a hit beyond the hit itself. */
export interface HitSettings {
  readonly task: Key;
  readonly scale: BarScale;
  /** Key of the document that is open. */
  readonly opened: string | undefined;
  /** Rank in the ranking next to it, by document: null where that did not return it, undefined where it is not known. */
  elsewhere?(docId: string): number | null | undefined;
}

/** A relevant document, by shape and word as well as by colour. */
export const Gold = () => (
  <em className="gold-mark">
    <span aria-hidden="true">◆ </span>relevant
  </em>
);

/** A hit: its rank, what it says, and its score as a sum. Opening it shows the whole text and every part. */
export const Hit = ({ hit, settings }: { hit: ShownHit; settings: HitSettings }) => {
  const { docId, rank, gold, parts, score } = hit;
  const { scale, elsewhere, opened } = settings;
  const key = keyOf(docId);
  const other = elsewhere?.(docId);
  return (
    <li className={gold ? 'hit gold' : 'hit'} id={`hit-${rank}`}>
      <span className="rank">
        <span className="visually-hidden">Rank </span>
        {rank}
      </span>
      <div className="hit-body">
        <DocumentText docId={docId} hit={{ ...hit, matches: matchesIn(parts) }} settings={settings} />
        <ScoreBar parts={parts} score={score} scale={scale} />
        {opened === key && (
          <>
            <SumTable name={docId} score={hit} />
            <p className="note">Numbers are rounded; explain --json has all digits.</p>
          </>
        )}
      </div>
      <div className="hit-id">
        <OpenButton docId={docId} opened={opened} />
        {gold && <Gold />}
        {other !== undefined && <small>{other === null ? 'not beside' : `${other} beside`}</small>}
      </div>
    </li>
  );
};

/** Opens a document and closes it again; which one is open is in the address. */
export const OpenButton = ({ docId, opened }: { docId: string; opened: string | undefined }) => {
  const key = keyOf(docId);
  const isOpen = opened === key;
  return (
    <Action
      className="plain"
      aria-expanded={isOpen}
      title={isOpen ? 'Close the document' : 'Read the document and every part of its score'}
      onClick={() => changeState({ open: isOpen ? undefined : key }, true)}
    >
      <bdi>{docId}</bdi>
    </Action>
  );
};

/** The text of a document, fetched when it is shown: the stretch that matters, or all of it. */
export const DocumentText = ({
  docId,
  hit: { matches, sentences = [] },
  settings: { task, opened },
}: {
  docId: string;
  hit: Pick<ExplainedHit, 'matches' | 'sentences'>;
  settings: Pick<HitSettings, 'task' | 'opened'>;
}) => {
  const key = keyOf(docId);
  const { value, error } = useResource(addresses.document(task, key));
  if (error !== undefined) return <p className="document note">Its text cannot be shown: {error}</p>;
  if (!value) return <p className="document waiting" aria-busy="true" />;
  // As it was searched: matches are places in title and text together.
  const text = value.title ? `${value.title}\n${value.text}` : value.text;
  const isOpen = opened === key;
  const { from, to } = isOpen ? { from: 0, to: text.length } : snippetOf(text, matches, ROOM);
  const [near] = sentences;
  return (
    <>
      <p className={isOpen ? 'document open' : 'document'} dir="auto">
        {text === '' ? <em>This document is empty.</em> : <MarkedText {...{ text, matches, from, to }} />}
      </p>
      {near && (
        <p className="note">
          Nearest sentence, {format.part(near.score)}: <bdi>{text.slice(near.range[0], near.range[1])}</bdi>
        </p>
      )}
    </>
  );
};
