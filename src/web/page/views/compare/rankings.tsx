import { RankLines, screenPalette } from '../../../../analysis/charts/index.js';
import { own } from '../../../../core/index.js';
import { addresses, type LeaderboardRow, type QueryPage } from '../../../page-data/index.js';
import { Measured } from '../../parts/measured.js';
import { Scroll } from '../../parts/scroll.js';
import { useResource } from '../../resources.js';
import { Ready } from '../../states.js';
import type { PairedQuery } from './pairs.js';

/** Units that a ranking needs to be read. */
const COLUMN = 250;
const GAP = 84;

interface RankingsProps {
  query: PairedQuery;
  rows: readonly LeaderboardRow[];
  documentLink: (system: string, document: string) => string;
  queryLink: string;
}

/** The rankings of a query side by side, its text above them. */
export const Rankings = ({ query: { task, query }, rows, documentLink, queryLink }: RankingsProps) => {
  const page = useResource(addresses.query(task.key, query));
  return (
    <Ready of={page} what="the rankings">
      {(found) => (
        <div className="rankings">
          {found.text !== undefined ? (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, also by keys
            <section className="asked" aria-label="The query" tabIndex={0}>
              <bdi>{found.text}</bdi>
            </section>
          ) : (
            <p className="note">Texts cannot be shown: {found.withoutText}.</p>
          )}
          <Scroll label="Rankings side by side">
            <Measured>
              {(width) => <Lines page={found} rows={rows} width={width} documentLink={documentLink} />}
            </Measured>
          </Scroll>
          <p className="note">
            ◆ relevant, by its judgements; below the dotted line at its rank, – where it was not returned.{' '}
            <a href={queryLink}>Why: each score explained</a>
          </p>
        </div>
      )}
    </Ready>
  );
};

interface LinesProps {
  page: QueryPage;
  rows: readonly LeaderboardRow[];
  width: number;
  documentLink: (system: string, document: string) => string;
}

const Lines = ({ page: { systems, titles, judged }, rows, width, documentLink }: LinesProps) => {
  const gold = new Set(judged.filter(({ grade }) => grade === undefined || grade > 0).map(({ id }) => id));
  const columns = rows.flatMap((row) => {
    const system = systems.find((each) => each.system === row.key);
    if (!system) return [];
    const top = system.top.map(({ id, document }) => ({
      ...{ id, title: own(titles, id) ?? id, gold: gold.has(id) },
      href: documentLink(row.key, document),
    }));
    return [{ key: row.key, name: row.name, goldRanks: system.ranks, top }];
  });
  return (
    <RankLines
      columns={columns}
      titles={titles}
      label={`The first hits of ${rows.map(({ name }) => name).join(', ')}`}
      palette={screenPalette}
      width={Math.max(width, columns.length * COLUMN + (columns.length - 1) * GAP)}
    />
  );
};
