import { counted, own } from '../../../../core/index.js';
import { format } from '../../../../platform/tables/index.js';
import type { Key, QueryPage } from '../../../page-data/index.js';
import { changeState } from '../../address.js';
import { Action } from '../../parts/action.js';
import { DocumentText, OpenButton } from '../../parts/explained/hit.js';

/** Documents that are listed before all are asked for. */
const FIRST = 5;

interface RelevantDocumentsProps {
  page: QueryPage;
  shown: readonly Key[];
  opened: string | undefined;
  all: boolean;
}

/** Every relevant document of a query, with its text and where the systems that are shown put it; the best placed first. */
export const RelevantDocuments = ({ page, shown, opened, all }: RelevantDocumentsProps) => {
  const { judged, systems, titles, task, text } = page;
  const columns = shown.flatMap((key) => systems.find(({ system }) => system === key) ?? []);
  const placeOf = (id: string): number =>
    Math.min(...columns.map(({ ranks }) => own(ranks, id) ?? Number.POSITIVE_INFINITY));
  const relevant = judged
    .filter(({ grade = 1 }) => grade > 0)
    .toSorted((a, b) => (placeOf(a.id) === placeOf(b.id) ? 0 : placeOf(a.id) - placeOf(b.id)));
  if (relevant.length === 0) return null;
  const listed = all ? relevant : relevant.slice(0, FIRST);
  return (
    <section aria-labelledby="relevant">
      <h3 id="relevant">Its {counted(relevant.length, 'relevant document')}</h3>
      <ol className="relevant-list">
        {listed.map(({ id, document, grade }) => (
          <li key={id}>
            <OpenButton docId={id} opened={opened} />{' '}
            {opened !== document && <span dir="auto">{own(titles, id)}</span>}
            <small>
              {grade !== undefined && grade > 1 && `grade ${grade} · `}
              {columns
                .map(({ name, ranks }) => {
                  const rank = own(ranks, id);
                  return `${rank == null ? 'not returned' : `at ${format.count(rank)}`}${columns.length > 1 ? ` in ${name}` : ''}`;
                })
                .join(', ')}
            </small>
            {opened === document && text !== undefined && (
              <DocumentText docId={id} hit={{ matches: [] }} settings={{ task, opened }} />
            )}
          </li>
        ))}
      </ol>
      {relevant.length > FIRST && (
        <Action
          className="action no-print"
          onClick={() => changeState({ docs: all ? undefined : 'all' }, true)}
        >
          {all ? 'Show fewer' : `Show all ${format.count(relevant.length)}`}
        </Action>
      )}
    </section>
  );
};
