import { format } from '../../../../platform/tables/index.js';
import type { QueryPage } from '../../../page-data/index.js';
import { changeState, linkTo, type State } from '../../address.js';
import { Scroll } from '../../parts/scroll.js';

/** Documents that have a column; the others are counted. */
const COLUMNS = 5;

/** Where each system puts the evidence. A row leads to the system, its button puts the system beside. */
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
      <Scroll label="Ranks of the evidence">
        <table className="evidence">
          <thead>
            <tr>
              <th scope="col">System</th>
              <th scope="col" className="number">
                {measure}
              </th>
              {columns.map(({ id }) => (
                <th key={id} scope="col" className="number">
                  <bdi>{id}</bdi>
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {systems.map(({ system, name, score, ranks }) => (
              <tr key={system} className={shown.includes(system) ? 'shown' : undefined}>
                <th scope="row">
                  <a
                    href={linkTo('query', [task, query], { ...state, system })}
                    aria-current={shown[0] === system ? 'true' : undefined}
                  >
                    <bdi>{name}</bdi>
                  </a>
                </th>
                <td className="number">{format.score(score)}</td>
                {columns.map(({ id }) => (
                  <Place key={id} rank={ranks[id]} />
                ))}
                <td className="no-print">
                  {!shown.includes(system) && (
                    <button
                      type="button"
                      className="plain"
                      aria-label={`Put ${name} beside`}
                      onClick={() => changeState({ with: system })}
                    >
                      beside
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <p className="note">
        Ranks; those within the first 10 are marked <b className="within">◆</b>, {format.none} was not
        returned.
        {rest > 0 && ` ${rest} more relevant documents are not listed here.`}
      </p>
    </section>
  );
};

const Place = ({ rank }: { rank: number | null | undefined }) =>
  rank != null && rank <= 10 ? (
    <td className="number within">
      <span aria-hidden="true">◆ </span>
      {rank}
    </td>
  ) : (
    <td className="number">{rank ?? format.none}</td>
  );
