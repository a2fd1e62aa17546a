import type { ReviewProgress } from '../../page-data/index.js';
import { counted } from '../amounts.js';

/** Nothing is left to do. */
export const Finished = ({ progress: { assigned, skipped } }: { progress: ReviewProgress }) =>
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
