import { format } from '../../../../platform/tables/index.js';
import type { Provenance, SystemTask } from '../../../page-data/index.js';
import { DataTable } from '../../parts/data-table.js';
import { Facts, List } from '../../parts/texts.js';

/** What is the same for all tasks is listed once. */
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
  const made = tasks.flatMap((task) => (task.provenance ? [{ ...task, from: task.provenance }] : []));
  return (
    <>
      <h2>Where the numbers are from</h2>
      <Facts
        of={SHARED.map(([title, of]) => [title, [...new Set(made.map(({ from }) => of(from)))].join('; ')])}
      />
      <DataTable
        label="Results by task"
        className="plain origin"
        rows={made}
        keyOf={({ task }) => task}
        columns={[
          ['Task', ({ name }) => name],
          ['Queries', ({ queries }) => format.count(queries)],
          ['Made', ({ from }) => from.at.slice(0, 16).replace('T', ' '), 'text'],
          ['Open', ({ from }) => format.seconds(from.timings.open)],
          ['Search', ({ from }) => format.seconds(from.timings.search)],
          ['Evaluate', ({ from }) => format.seconds(from.timings.evaluate)],
          [
            'Fingerprint',
            ({ from }) => <code>{short(from.fingerprint)}</code>,
            { text: true, title: ({ from }) => from.fingerprint },
          ],
          [
            'Content',
            ({ from }) => <code>{short(from.contentHash)}</code>,
            { text: true, title: ({ from }) => from.contentHash },
          ],
          ['Complete', ({ incomplete }) => incomplete ?? 'yes', 'text'],
        ]}
      />
      <List
        className="note"
        of={made.flatMap(({ name, from }) => from.notes.map((note) => `${name}: ${note}`))}
      />
    </>
  );
};
