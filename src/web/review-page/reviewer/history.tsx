import { useCallback } from 'react';
import { type ReviewHistory, reviewApi } from '../../page-data/index.js';
import { clock } from '../amounts.js';
import type { ReviewClient } from '../client.js';
import { ItemList } from '../item-list.js';
import { useLoaded } from '../loaded.js';
import { Ready } from '../states.js';

/** What the reviewer has answered, last first, each a way to change it. */
export const History = ({ client }: { client: ReviewClient }) => {
  const { loaded } = useLoaded(useCallback(() => client.get<ReviewHistory>(reviewApi.history), [client]));
  return (
    <Ready of={loaded} what="your answers">
      {({ items }) => (
        <div className="list-view">
          <h1>Your answers</h1>
          <p className="lead">
            {items.length === 0
              ? 'Nothing is answered yet.'
              : 'The last one first. Open one to read it again or to change your answer.'}
          </p>
          <ItemList
            label="Your answers"
            rows={items.map(({ key, number, step, at, skipped, locked, preview }) => ({
              href: `#/item/${key}`,
              name: `Item ${number}`,
              preview,
              facts: [step, clock(at)],
              ...(locked ? { mark: 'adjudicated' } : skipped && { mark: 'skipped' }),
            }))}
          />
          <p className="row">
            <a className="action primary" href="#/">
              To the review
            </a>
          </p>
        </div>
      )}
    </Ready>
  );
};
