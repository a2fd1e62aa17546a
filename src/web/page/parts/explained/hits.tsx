import './explained.css';
import { Fragment } from 'react';
import type { GoldDocument } from '../../../../experiment/record/index.js';
import { format } from '../../../../platform/tables/index.js';
import type { ShownSystem } from '../../../page-data/index.js';
import { scaleOf } from './bar-scale.js';
import { DocumentText, Gold, Hit, type HitSettings, OpenButton } from './hit.js';
import { SumTable } from './sum-table.js';

type HitsProps = { system: ShownSystem; settings: Omit<HitSettings, 'scale'> };

/** A ranking: its first hits and every relevant document of it, then those that were not returned. */
export const Hits = ({ system: { hits, gold, found, system }, settings }: HitsProps) => {
  const scale = scaleOf(hits.map(({ parts }) => parts));
  const unfound = gold.filter(({ rank }) => rank === null);
  const last = hits.at(-1)?.rank ?? 0;
  return (
    <>
      {hits.length === 0 && <p className="note">Nothing was found.</p>}
      <ol className="hits" aria-label={`What ${system} found`}>
        {hits.map((hit, i) => (
          <Fragment key={hit.docId}>
            <Gap from={hits[i - 1]?.rank ?? 0} to={hit.rank} />
            <Hit hit={hit} settings={{ ...settings, scale }} />
          </Fragment>
        ))}
        <Gap from={last} to={found + 1} />
      </ol>
      {unfound.length > 0 && (
        <>
          <h3>Relevant documents not among the {format.count(found)} found</h3>
          <ol className="hits" aria-label={`Relevant documents that ${system} did not find`}>
            {unfound.map((document) => (
              <Unfound key={document.docId} document={document} settings={settings} />
            ))}
          </ol>
        </>
      )}
    </>
  );
};

const Gap = ({ from, to }: { from: number; to: number }) =>
  to - from > 1 ? <li className="gap">{format.count(to - from - 1)} more</li> : null;

type UnfoundProps = { document: GoldDocument; settings: Omit<HitSettings, 'scale'> };
const Unfound = ({ document: { docId, shared, explained }, settings }: UnfoundProps) => (
  <li className="hit gold">
    <span className="rank" title="not returned">
      {format.none}
    </span>
    <div className="hit-body">
      <DocumentText docId={docId} hit={{ matches: [] }} settings={settings} />
      {(explained || shared) && (
        <p className="note">
          {explained && `It would score ${format.part(explained.score)}. `}
          {shared && `It shares ${shared.terms} of ${shared.of} terms with the search.`}
        </p>
      )}
      {explained && explained.parts.length > 0 && (
        <details className="fold">
          <summary>The sum of that score</summary>
          <SumTable name={docId} score={explained} />
        </details>
      )}
    </div>
    <div className="hit-id">
      <OpenButton docId={docId} opened={settings.opened} />
      <Gold />
    </div>
  </li>
);
