import './query.css';
import { addresses, isKey, type Key, type QueryPage } from '../../../page-data/index.js';
import { changeState, linkTo } from '../../address.js';
import { NotHere } from '../../parts/not-here.js';
import { Select } from '../../parts/select.js';
import { Quoted } from '../../parts/texts.js';
import { useResource } from '../../resources.js';
import { Command, Empty, Failed, Ready, taskFlags } from '../../states.js';
import type { View, ViewProps } from '../../view.js';
import { EvidenceTable } from './evidence-table.js';
import { NoteBox } from './note-box.js';
import { RelevantDocuments } from './relevant-documents.js';
import { StepBar } from './step-bar.js';
import { failingOf } from './steps.js';
import { Found, Reason, Written } from './system-column.js';

const QueryView = (props: ViewProps) => {
  const [task, query] = props.address.path;
  const known = task !== undefined && query !== undefined && isKey(task) && isKey(query);
  const page = useResource(known ? addresses.query(task, query) : undefined);
  if (!known) return <Failed what="This query" why="The address names no query." />;
  return (
    <Ready of={page} what="the query">
      {(found) => <Query page={found} {...props} />}
    </Ready>
  );
};

/** The systems that the address names; without one, the best of the query. */
const shownSystems = ({ systems }: QueryPage, state: URLSearchParams): readonly Key[] => {
  const named = (name: string): Key | undefined =>
    systems.find(({ system }) => system === state.get(name))?.system;
  const first = named('system') ?? systems[0]?.system;
  const second = named('with');
  return first === undefined ? [] : second === undefined || second === first ? [first] : [first, second];
};

const Query = ({ page, address, index, board }: ViewProps & { page: QueryPage }) => {
  const shown = shownSystems(page, address.state);
  const [first, second] = shown;
  const state = { board: board.name, ...Object.fromEntries(address.state) };
  const failing = failingOf(address.state.get('fails'));
  const explained = (system: Key | undefined) =>
    page.systems.some((each) => each.system === system && each.explained)
      ? addresses.explanation(page.task, page.query, system!)
      : undefined;
  const one = useResource(explained(first));
  const two = useResource(explained(second));
  const nameOf = (system: Key): string => page.systems.find((each) => each.system === system)?.name ?? system;
  const columns = shown.map((system, i) => ({
    system,
    name: nameOf(system),
    explanation: i === 0 ? one : two,
    other: (i === 0 ? two : one).value?.systems[0],
    canExplain: explained(system) !== undefined,
  }));
  const opened = address.state.get('open') ?? undefined;
  return (
    <article className={shown.length > 1 ? 'query-view beside' : 'query-view'}>
      <header className="crumbs">
        <a href={linkTo('task', [page.task], { board: board.name })}>{page.taskName}</a>
        <span aria-hidden="true">›</span>
        <h1>
          <bdi>{page.id}</bdi>
        </h1>
        {page.familyTitle !== undefined && <span className="pill">{page.familyTitle}</span>}
        {page.bodySystem !== undefined && (
          <span className="pill">
            <bdi>{page.bodySystem}</bdi>
          </span>
        )}
        <StepBar page={page} shown={shown} failing={failing} state={state} />
      </header>
      <div className="query-side">
        <div>
          <h2>The query</h2>
          <QueryText page={page} />
          <NoteBox page={page} board={board.name} />
          {index.can.search && page.text !== undefined && (
            <p className="note no-print">
              <a href={linkTo('search', [], { board: board.name, task: page.task, text: page.text })}>
                Search with words of your own
              </a>
            </p>
          )}
        </div>
        {shown.length < 2 &&
          columns.map(({ system, explanation }) => (
            <div key={system}>
              <Written explanation={explanation} />
              <Reason page={page} explanation={explanation} />
            </div>
          ))}
        <div>
          {page.systems.length > 0 && <EvidenceTable page={page} shown={shown} state={state} />}
          <RelevantDocuments
            page={page}
            shown={shown}
            opened={opened}
            all={address.state.get('docs') === 'all'}
          />
        </div>
      </div>
      <div className="found-side">
        {shown.length === 0 && (
          <Empty title="No system was run on this query">
            <p>A record shows how a system ranks it:</p>
            <Command
              words={['run', ...taskFlags(board.name, page.taskName), '--system', 'bm25']}
              folder="--out"
            />
          </Empty>
        )}
        {shown.length > 0 && <Choices page={page} shown={shown} />}
        <div className="columns">
          {columns.map(({ system, name, explanation, other, canExplain }) => (
            <section key={system} aria-label={name} className="column">
              {shown.length > 1 && (
                <div>
                  <Reason page={page} explanation={explanation} />
                  <Written explanation={explanation} />
                </div>
              )}
              <div>
                {canExplain ? (
                  <Found {...{ page, explanation, name, opened, other }} />
                ) : (
                  <NotExplained page={page} name={name} board={board.name} live={index.can.live} />
                )}
              </div>
            </section>
          ))}
        </div>
      </div>
    </article>
  );
};

const QueryText = ({ page: { text, withoutText, answer } }: { page: QueryPage }) => (
  <>
    {text === undefined ? (
      <NotHere what="Its text" why={withoutText} />
    ) : (
      <Quoted className="reading">{text}</Quoted>
    )}
    {answer !== undefined && (
      <p className="note">
        Reference answer, never searched with: <b dir="auto">{answer}</b>
      </p>
    )}
  </>
);

type ChoicesProps = { page: QueryPage; shown: readonly Key[] };

const Choices = ({ page: { systems }, shown: [first, second] }: ChoicesProps) => (
  <div className="choices no-print">
    <label>
      System{' '}
      <Select
        value={first!}
        options={systems.map(({ system, name }) => [system, name])}
        choose={(system) => changeState({ system })}
      />
    </label>
    {systems.length > 1 && (
      <label>
        beside{' '}
        <Select
          value={second ?? ''}
          options={[
            ['', 'no other'],
            ...systems.flatMap(({ system, name }) => (system === first ? [] : [[system, name] as const])),
          ]}
          choose={(system) => changeState({ with: system || undefined })}
        />
      </label>
    )}
  </div>
);

interface NotExplainedProps {
  page: QueryPage;
  name: string;
  board: string;
  live: boolean;
}

const NotExplained = ({ page, name, board, live }: NotExplainedProps) => (
  <Empty title={`What ${name} found is not part of this page`}>
    {page.withoutText !== undefined ? (
      <NotHere what="Hits" why={page.withoutText} />
    ) : (
      <>
        <p>
          {live ? 'This server does not explain queries.' : 'It was not exported.'} Where the records are,
          this prints it:
        </p>
        <Command
          words={['explain', ...taskFlags(board, page.taskName), '--query', page.id, '--system', name]}
          folder="--results"
        />
      </>
    )}
  </Empty>
);

/** Why did this query fail in that system? */
export const query: View = {
  name: 'query',
  title: 'Query',
  listed: () => false,
  keys: [
    ['j', 'next failing query'],
    ['k', 'previous failing query'],
    ['f', 'flag the query'],
  ],
  Component: QueryView,
};
