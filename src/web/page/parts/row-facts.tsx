import type { ReactNode } from 'react';
import { format } from '../../../platform/tables/index.js';
import type { LeaderboardRow } from '../../page-data/index.js';
import { Facts } from './texts.js';

/** How a row was run, what must be known before it is compared, what it is made of and where it is printed. */
export const RowFacts = ({ row }: { row: LeaderboardRow }) => {
  const { source, parameters, dimensions, openWeights, licences, trainedOn, date } = row;
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Retriever', row.retriever],
    ['Method', row.method],
    ['LLM', row.llm],
    ['Reranker', row.reranker],
    ['Parameters', parameters === undefined ? undefined : format.parameters(parameters)],
    ['Dimensions', dimensions === undefined ? undefined : format.count(dimensions)],
    ['Open weights', openWeights === undefined ? undefined : openWeights ? 'yes' : 'no'],
    ['Licence', licences?.join(', ')],
    ['Trained on', trainedOn?.join(', ')],
    ['Date', date && format.day(date)],
    ['Printed in', source.origin],
    [
      'Source',
      source.link && (
        <a href={source.link} rel="noreferrer noopener" target="_blank">
          {source.link}
        </a>
      ),
    ],
  ];
  return (
    <>
      {row.protocol && (
        <>
          <h3>How it was run</h3>
          <p>{row.protocol}</p>
        </>
      )}
      {row.caveats.length > 0 && (
        <>
          <h3>Before you compare it</h3>
          <ul>
            {row.caveats.map(({ kind, text }) => (
              <li key={`${kind} ${text}`}>
                {kind === 'note' ? '' : <b>{kind}: </b>}
                {text}
              </li>
            ))}
          </ul>
        </>
      )}
      <Facts of={facts} />
      {row.source.group !== 'own' && (
        <p className="note">Published without per-query scores, so there is no interval and no test.</p>
      )}
    </>
  );
};
