import './task.css';
import { Difficulty, SolvedBy, screenPalette } from '../../../../analysis/charts/index.js';
import { format } from '../../../../platform/tables/index.js';
import { addresses, isKey, type TaskPage } from '../../../page-data/index.js';
import { linkTo } from '../../address.js';
import { Measured } from '../../parts/measured.js';
import { Facts as FactList, Section } from '../../parts/texts.js';
import { useResource } from '../../resources.js';
import { Command, Empty, Failed, Ready, taskFlags } from '../../states.js';
import type { View, ViewProps } from '../../view.js';
import { Examples } from './examples.js';
import { Facts } from './facts.js';
import { QueryList } from './query-list.js';
import { queryListState } from './shown-queries.js';
import { TaskList } from './task-list.js';
import { Winners } from './winners.js';

const TaskView = (props: ViewProps) => {
  const [task] = props.address.path;
  const page = useResource(task !== undefined && isKey(task) ? addresses.task(task) : undefined);
  if (task === undefined) return <TaskList {...props} />;
  if (!isKey(task)) return <Failed what="This task" why="The address names no task." />;
  return (
    <Ready of={page} what="the task">
      {(found) => <Task page={found} {...props} />}
    </Ready>
  );
};

const Task = ({ page, index, address: { state } }: ViewProps & { page: TaskPage }) => {
  const board = index.boards.find(({ key }) => key === page.board)?.name ?? '';
  return (
    <article className="task-view">
      <p className="crumbs">
        <a href={linkTo('task', [], { board })}>Tasks</a>
        <span aria-hidden="true">›</span> {page.suiteTitle}
        {page.familyTitle !== undefined && <span className="pill">{page.familyTitle}</span>}
        {index.audits
          .filter(({ task }) => task === page.key)
          .map(({ key, name }) => (
            <a key={key} className="task-audit" href={linkTo('audit', [key])}>
              audit of <bdi>{name}</bdi>
            </a>
          ))}
      </p>
      <div className="view-head">
        <div>
          <h1>
            How hard is <bdi>{page.name}</bdi>?
          </h1>
          <p className="lead">{page.asks}</p>
        </div>
        <Anchors page={page} />
      </div>
      <div className="halves">
        <div>
          <Winners page={page} all={state.get('systems') === 'all'} board={board} />
          <Facts page={page} />
        </div>
        <Examples page={page} board={board} />
      </div>
      <Hardness page={page} board={board} />
      {page.difficulty.length > 0 && <QueryList page={page} board={board} state={queryListState(state)} />}
    </article>
  );
};

const Anchors = ({ page: { counts, scores, difficulty, unsolved } }: { page: TaskPage }) => {
  const published = scores.find(({ own }) => !own);
  const mine = scores.find(({ own }) => own);
  return (
    <FactList
      className="anchors"
      of={[
        ['Queries', format.count(counts.queries)],
        ['Documents', format.count(counts.documents)],
        ['Best published', published && format.score(published.score)],
        ['Best of yours', mine && format.score(mine.score)],
        ['No system solves', difficulty.length > 0 ? format.count(unsolved.length) : undefined],
      ]}
    />
  );
};

/** How difficulty is spread over its queries, as own systems tell. */
const Hardness = ({ page, board }: { page: TaskPage; board: string }) => {
  const { difficulty, measure, name, key } = page;
  const systems = Math.max(0, ...difficulty.map((each) => each.systems));
  if (difficulty.length === 0)
    return (
      <Empty title="No scores of its queries yet">
        <p>Published results have means alone. A run of your own shows which queries are hard, and why:</p>
        <Command words={['run', ...taskFlags(board, name), '--system', 'bm25']} folder="--out" />
      </Empty>
    );
  const queries = difficulty.map(({ query, id, mean, best, bestSystem }) => ({
    id,
    mean,
    best,
    href: linkTo('query', [key, query], { board, system: bestSystem }),
  }));
  return (
    <Section
      id="hardness"
      title="How hard its queries are"
      small={`${measure} × 100 of ${systems} ${systems === 1 ? 'system' : 'systems'} of yours`}
    >
      <div className="hardness">
        <figure>
          <Measured>
            {(width) => (
              <Difficulty
                label={`Queries of ${name} from the hardest to the easiest: mean over ${systems} systems, and the best`}
                queries={queries}
                palette={screenPalette}
                width={width}
              />
            )}
          </Measured>
          <figcaption className="note">
            Each query: the mean over systems as a point, the best system as a stroke above it. Hollow: no
            system solves it.
          </figcaption>
        </figure>
        <figure>
          <Measured>
            {(width) => (
              <SolvedBy
                label={`Queries of ${name} by how many of ${systems} systems find something relevant`}
                solvedBy={difficulty.map(({ solvedBy }) => solvedBy)}
                systems={systems}
                palette={screenPalette}
                width={width}
              />
            )}
          </Measured>
          <figcaption className="note">
            Queries by how many systems find a relevant document within the measure’s cutoff.
          </figcaption>
        </figure>
      </div>
    </Section>
  );
};

/** What is asked here, how hard is it, who wins and why is it hard? */
export const task: View = { name: 'task', title: 'Tasks', listed: () => true, Component: TaskView };
