import { format } from '../../../../platform/tables/index.js';
import type { QueryPage } from '../../../page-data/index.js';
import { changeState, linkTo, type State } from '../../address.js';
import { Action } from '../../parts/action.js';
import { type Column, DataTable } from '../../parts/data-table.js';

/** Documents that have a column; the others are counted. */
const COLUMNS = 5;

/** Where each system puts the evidence. A row leads to the system, its button puts the system next to it. */
export const EvidenceTable = ({
  page: { task, query, systems, judged, measure },
  shown,
  state,
}: {
  page: QueryPage;
  /** Keys of the systems that are shown: one, or two side by side. */
  shown: readonly string[];
  state: State;
}) => {
  const relevant = judged.filter(({ grade = 1 }) => grade > 0);
  const bestRank = (id: string): number =>
    Math.min(...systems.map(({ ranks }) => ranks[id] ?? Number.POSITIVE_INFINITY));
  const columns = relevant.toSorted((a, b) => bestRank(a.id) - bestRank(b.id)).slice(0, COLUMNS);
  const rest = relevant.length - columns.length;
  return (
    <section aria-labelledby="evidence">
      <h3 id="evidence">Where each system puts the evidence</h3>
      <DataTable
        label="Ranks of the evidence"
        className="evidence"
        rows={systems}
        keyOf={({ system }) => system}
        rowClass={({ system }) => (shown.includes(system) ? 'shown' : undefined)}
        columns={[
          [
            'System',
            ({ system, name }) => (
              <a
                href={linkTo('query', [task, query], { ...state, system })}
                aria-current={shown[0] === system ? 'true' : undefined}
              >
                <bdi>{name}</bdi>
              </a>
            ),
          ],
          [measure, ({ score }) => format.score(score)],
          ...columns.map(
            ({ id }): Column<QueryPage['systems'][number]> => [
              <bdi key={id}>{id}</bdi>,
              ({ ranks: { [id]: rank } }) => (
                <>
                  {isWithin(rank) && <span aria-hidden="true">◆ </span>}
                  {rank ?? format.none}
                </>
              ),
              { className: ({ ranks }) => (isWithin(ranks[id]) ? 'within' : undefined) },
            ],
          ),
          [
            null,
            ({ system, name }) =>
              !shown.includes(system) && (
                <Action
                  className="plain"
                  aria-label={`Put ${name} beside`}
                  onClick={() => changeState({ with: system })}
                >
                  beside
                </Action>
              ),
            { text: true, className: () => 'no-print' },
          ],
        ]}
      />
      <p className="note">
        Ranks; those within the first 10 are marked <b className="within">◆</b>, {format.none} was not
        returned.
        {rest > 0 && ` The ${format.count(rest)} other relevant documents are in the list below.`}
      </p>
    </section>
  );
};

const isWithin = (rank: number | null | undefined): boolean => rank != null && rank <= 10;
