import { format } from '../../../../platform/tables/index.js';
import type { Provenance, SystemTask } from '../../../page-data/index.js';
import { Scroll } from '../../parts/scroll.js';

/** What is the same for all tasks is said once. */
const SHARED: readonly (readonly [string, (provenance: Provenance) => string])[] = [
  ['Made by', ({ tool }) => tool],
  ['Node', ({ node }) => node],
  ['Machine', ({ platform, cores }) => `${platform}, ${cores} cores`],
  ['Ties', ({ ties }) => ties],
  ['Missing rankings', ({ missing }) => (missing === 'zero' ? 'count 0' : `${missing}: left out of means`)],
];

const short = (hash: string): string => (hash.length > 16 ? `${hash.slice(0, 12)}…` : hash);

/** Where, when and of what each result was made. */
export const Origin = ({ tasks }: { tasks: readonly SystemTask[] }) => {
  const made = tasks.flatMap((task) => (task.provenance ? [{ ...task, provenance: task.provenance }] : []));
  const notes = made.flatMap(({ name, provenance }) => provenance.notes.map((note) => `${name}: ${note}`));
  return (
    <>
      <h2>Where the numbers are from</h2>
      <dl className="fact-list">
        {SHARED.map(([title, of]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{[...new Set(made.map(({ provenance }) => of(provenance)))].join('; ')}</dd>
          </div>
        ))}
      </dl>
      <Scroll label="Results by task">
        <table className="plain origin">
          <thead>
            <tr>
              <th scope="col">Task</th>
              <th scope="col" className="number">
                Queries
              </th>
              <th scope="col">Made</th>
              <th scope="col" className="number">
                Open
              </th>
              <th scope="col" className="number">
                Search
              </th>
              <th scope="col" className="number">
                Evaluate
              </th>
              <th scope="col">Fingerprint</th>
              <th scope="col">Content</th>
              <th scope="col">Complete</th>
            </tr>
          </thead>
          <tbody>
            {made.map(({ task, name, queries, incomplete, provenance }) => (
              <tr key={task}>
                <th scope="row">{name}</th>
                <td className="number">{format.count(queries)}</td>
                <td>{provenance.at.slice(0, 16).replace('T', ' ')}</td>
                <td className="number">{format.seconds(provenance.timings.open)}</td>
                <td className="number">{format.seconds(provenance.timings.search)}</td>
                <td className="number">{format.seconds(provenance.timings.evaluate)}</td>
                <td title={provenance.fingerprint}>
                  <code>{short(provenance.fingerprint)}</code>
                </td>
                <td title={provenance.contentHash}>
                  <code>{short(provenance.contentHash)}</code>
                </td>
                <td>{incomplete ?? 'yes'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {notes.length > 0 && (
        <ul className="note">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  );
};
