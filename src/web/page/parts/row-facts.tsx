import { format } from '../../../platform/tables/index.js';
import type { LeaderboardRow } from '../../page-data/index.js';

/** How a row was run, what must be known before it is compared, what it is made of and where it is printed. */
export const RowFacts = ({ row }: { row: LeaderboardRow }) => {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Retriever', row.retriever],
    ['Method', row.method],
    ['LLM', row.llm],
    ['Reranker', row.reranker],
    ['Parameters', row.parameters === undefined ? undefined : format.parameters(row.parameters)],
    ['Dimensions', row.dimensions === undefined ? undefined : format.count(row.dimensions)],
    ['Open weights', row.openWeights === undefined ? undefined : row.openWeights ? 'yes' : 'no'],
    ['Date', row.date && format.day(row.date)],
    ['Printed in', row.source.origin],
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
      <dl className="fact-list">
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        {row.source.link && (
          <div>
            <dt>Source</dt>
            <dd>
              <a href={row.source.link} rel="noreferrer noopener" target="_blank">
                {row.source.link}
              </a>
            </dd>
          </div>
        )}
      </dl>
      {row.source.group !== 'own' && (
        <p className="note">Published without per-query scores, so there is no interval and no test.</p>
      )}
    </>
  );
};
