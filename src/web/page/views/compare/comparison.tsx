import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { PairScatter, screenPalette } from '../../../../analysis/charts/index.js';
import { counted } from '../../../../core/index.js';
import { type ComparisonRow, compareTasks, overallRow } from '../../../../evaluation/statistics/index.js';
import { format } from '../../../../platform/tables/index.js';
import { addresses } from '../../../page-data/index.js';
import { changeState, linkTo, type State } from '../../address.js';
import { Figure } from '../../parts/figure.js';
import { useLater } from '../../parts/later.js';
import { Measured } from '../../parts/measured.js';
import { Facts, Notes } from '../../parts/texts.js';
import { useKeys } from '../../parts/typing.js';
import { useAll, useResource } from '../../resources.js';
import { boardFlags, Command, Empty, Loading, Ready } from '../../states.js';
import type { ViewProps } from '../../view.js';
import { Answer } from './answer.js';
import { Differences } from './differences.js';
import { Moved, movedQueries, openKey } from './moved.js';
import { type Paired, pairSystems, sharedTasks } from './pairs.js';
import { swap } from './picker.js';
import { Several } from './several.js';
import { Slices } from './slices.js';
import { TestTable } from './test-table.js';
import type { CompareState } from './view-state.js';

interface Props extends ViewProps {
  readonly measure: string;
  readonly state: CompareState;
  readonly picker: ReactNode;
}

/** Loads what the chosen systems got on each query. */
export const Comparison = (props: Props) => {
  const { board, measure, state } = props;
  const { rows } = state;
  const tasks = sharedTasks(board.tasks, rows);
  const loaded = useAll(rows.flatMap(({ key }) => tasks.map((task) => addresses.scores(task.key, key))));
  const names = tasks.map(({ key }) => key).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names stand for the tasks
  const paired = useMemo(
    () =>
      loaded.value &&
      pairSystems(
        tasks,
        rows.map((_, i) => loaded.value!.slice(i * tasks.length, (i + 1) * tasks.length)),
        measure,
      ),
    [loaded.value, measure, names],
  );
  if (tasks.length === 0)
    return (
      <Head {...props}>
        <Empty title="No task that all of them have">
          <p>These systems were run on different tasks of {board.title}. Choose others.</p>
        </Empty>
      </Head>
    );
  if (paired === undefined)
    return (
      <Ready of={loaded} what="scores of every query">
        {() => null}
      </Ready>
    );
  if (paired.pairs.some(({ length }) => length === 0))
    return (
      <Head {...props}>
        <Empty title="These cannot be compared">
          {paired.notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </Empty>
      </Head>
    );
  return <Compared {...props} paired={paired} />;
};

const Head = ({ state: { rows, b }, picker, children }: Props & { children: ReactNode }) => (
  <>
    <h1>
      {rows.length > 2 ? (
        <>
          What is better than <bdi>{rows[0]!.name}</bdi>?
        </>
      ) : (
        <>
          Is <bdi>{b?.name}</bdi> better than <bdi>{rows[0]!.name}</bdi>?
        </>
      )}
    </h1>
    {children}
    {picker}
  </>
);

const Compared = (props: Props & { paired: Paired }) => {
  const { paired, state, measure, board, address } = props;
  const { rows, b } = state;
  const compared = useLater(useCallback(() => compareTasks(paired.pairs), [paired]));
  const sliced = useResource(addresses.slices(board.key));
  const place = Math.max(0, rows.indexOf(b!) - 1);
  const pair = paired.pairs[place]!;
  const queries = useMemo(() => pair.flatMap((task) => task.queries), [pair]);
  const link = (change: State): string =>
    linkTo('compare', [], { ...Object.fromEntries(address.state), ...change });
  useMoving(props, queries);
  const chosen = compared?.[place];
  const [nameA, nameB] = [rows[0]!.name, b!.name];
  return (
    <>
      <div className="view-head">
        <div>
          <Head {...props} picker={null}>
            {compared ? (
              rows.length > 2 ? (
                <Several rows={rows} compared={compared} measure={measure} chosen={b!.key} link={link} />
              ) : (
                <Answer overall={overallRow(chosen!)} rows={chosen!} measure={measure} />
              )
            ) : (
              <Loading what="10,000 draws" />
            )}
          </Head>
        </div>
        {chosen && <Counts row={overallRow(chosen)} />}
      </div>
      {props.picker}
      <Notes of={[...leftOut(props), ...paired.notes]} />
      {rows.length > 2 && (
        <h2>
          <bdi>{nameB}</bdi> against <bdi>{nameA}</bdi>
        </h2>
      )}
      <div className="two">
        <Figure
          title="Every query"
          name="compare-queries"
          data={queries.map((query) => ({
            task: query.task.name,
            query: query.id,
            a: query.a * 100,
            b: query.b * 100,
          }))}
        >
          <Measured>
            {(width) => (
              <PairScatter
                points={queries.map((query) => ({
                  key: openKey(query),
                  name: `${query.task.short} ${query.id}`,
                  a: query.a,
                  b: query.b,
                  href: link({ open: openKey(query) }),
                  chosen: openKey(query) === state.open,
                }))}
                a={nameA}
                b={nameB}
                measure={measure}
                label={`Every query by its ${measure} in ${nameA} and in ${nameB}`}
                palette={screenPalette}
                size={Math.min(width, 540)}
              />
            )}
          </Measured>
        </Figure>
        <div>
          {chosen ? (
            <Differences rows={chosen} tasks={paired.tasks} state={state} link={link} />
          ) : (
            <Loading what="differences" />
          )}
          <Ready of={sliced} what="slices">
            {(found) => (
              <Slices
                sliced={found}
                tasks={pair}
                wanted={state.slice}
                measure={measure}
                families={board.families}
              />
            )}
          </Ready>
        </div>
      </div>
      <Moved
        queries={queries}
        sliced={sliced.value}
        rows={rows}
        state={state}
        link={link}
        board={board.name}
      />
      {chosen && (
        <>
          <h2>Every test</h2>
          <TestTable rows={chosen} measure={measure} />
          <p className="note">
            Scores × 100. p: two-sided paired randomisation test, 10,000 draws or all sign patterns where
            there are fewer. Intervals and p are of each row alone; Holm: p corrected, tasks over all{' '}
            {paired.tasks.length * compared!.length}, the mean of tasks over the{' '}
            {counted(compared!.length, 'system')} compared with A. This prints the same figures:
          </p>
          <Command
            words={['compare', ...rows.map(({ name }) => name), ...boardFlags(board.name)]}
            folder="--results"
          />
        </>
      )}
    </>
  );
};

const Counts = ({ row: { wins, ties, losses } }: { row: ComparisonRow }) => (
  <Facts
    className="anchors"
    of={[['queries better / same / worse', [wins, ties, losses].map(format.count).join(' / ')]]}
  />
);

/** Tasks that some systems have and others lack. */
const leftOut = ({ board, state: { rows } }: Props): readonly string[] => {
  const shared = sharedTasks(board.tasks, rows);
  const some = board.tasks.filter(
    (task) => !shared.includes(task) && rows.some(({ scores }) => Object.hasOwn(scores, task.name)),
  );
  return some.length > 0
    ? [`Not compared, since not all have a complete result: ${some.map(({ name }) => name).join(', ')}.`]
    : [];
};

/** By keys: A and B change places, and the queries that moved are opened one after the other. */
const useMoving = ({ state }: Props, queries: Parameters<typeof movedQueries>[0]): void => {
  const byKey = useRef(false);
  useKeys(({ key: pressed }) => {
    if (pressed === 's') swap(state.rows.map(({ key }) => key));
    const step = pressed === 'j' ? 1 : pressed === 'k' ? -1 : 0;
    if (step === 0) return;
    const moved = movedQueries(queries, state);
    const now = moved.findIndex((query) => openKey(query) === state.open);
    const next = moved[now < 0 ? 0 : Math.min(moved.length - 1, Math.max(0, now + step))];
    if (!next) return;
    const place = moved.indexOf(next);
    byKey.current = true;
    changeState({ open: openKey(next), ...(place >= state.show && { show: `${place + 1}` }) });
  });
  // What a key opened is brought to the top, what a click opened only into sight.
  const { open } = state;
  useEffect(() => {
    const block = byKey.current ? 'start' : 'nearest';
    byKey.current = false;
    if (open) document.querySelector('.moved .open')?.scrollIntoView({ block });
  }, [open]);
};
