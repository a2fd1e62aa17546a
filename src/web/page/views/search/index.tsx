import './search.css';
import { type FormEvent, useRef, useState } from 'react';
import {
  addresses,
  isKey,
  type Key,
  type ResourceAddress,
  type Searchers,
  type ShownExplanation,
  type ShownSystem,
  searchAddress,
} from '../../../page-data/index.js';
import { changeState } from '../../address.js';
import { Hits } from '../../parts/explained/hits.js';
import { Missing } from '../../parts/explained/missing.js';
import { NotHere } from '../../parts/not-here.js';
import { type Options, Select } from '../../parts/select.js';
import { useKeys } from '../../parts/typing.js';
import { useResource } from '../../resources.js';
import { Command, Empty, Ready } from '../../states.js';
import type { View, ViewProps } from '../../view.js';

/** An address must not be longer than servers read; characters outside ASCII count several times. */
const LONGEST = 12_000;

const SearchView = ({ index, board, address: { state } }: ViewProps) => {
  const chosen = state.get('task') ?? board.tasks[0]?.key ?? '';
  const task = isKey(chosen) ? chosen : undefined;
  const searchers = useResource(task && addresses.searchers(task));
  if (!index.can.search)
    return (
      <Empty title="Searching needs a server">
        <p>This page is a copy in files. On a machine with the tasks, this opens one that can search:</p>
        <Command words={['web']} />
      </Empty>
    );
  const text = state.get('text') ?? '';
  const systems = searchers.value?.systems ?? [];
  const named = (name: string): Key | undefined => systems.find(({ key }) => key === state.get(name))?.key;
  const first = named('system') ?? systems[0]?.key;
  const second = named('with') === first ? undefined : named('with');
  const shown = [first, second].filter((key) => key !== undefined);
  const options: Options = systems.map(({ key, name }) => [key, name]);
  return (
    <>
      <h1>What would it find?</h1>
      <p className="lead">
        Search a task by hand, with the systems that need no paid model. Nothing is sent anywhere but to this
        machine.
      </p>
      <div className="search-tools">
        <label>
          Task{' '}
          <Select
            value={task ?? ''}
            options={board.tasks.map(({ key, name }) => [key, name])}
            choose={(to) => changeState({ task: to, system: undefined, with: undefined, open: undefined })}
          />
        </label>
        {first !== undefined && (
          <>
            <Pick label="System" name="system" value={first} options={options} />
            <Pick
              label="beside"
              name="with"
              value={second ?? ''}
              options={[['', 'no other'], ...options.filter(([key]) => key !== first)]}
            />
          </>
        )}
      </div>
      <Ready of={searchers} what="the systems">
        {(found) =>
          found.why !== undefined ? (
            <NotHere what="The task" why={found.why} />
          ) : (
            <Searching searchers={found} text={text} shown={shown} opened={state.get('open') ?? undefined} />
          )
        }
      </Ready>
    </>
  );
};

interface SearchingProps {
  searchers: Searchers;
  text: string;
  shown: readonly Key[];
  opened: string | undefined;
}

const Searching = ({ searchers: { task, systems, example }, text, shown, opened }: SearchingProps) => (
  <>
    <Box key={text} text={text} example={example} />
    {text.trim() !== '' && (
      <div className={shown.length > 1 ? 'columns' : 'columns single'}>
        {shown.map((key) => (
          <FoundBy
            key={key}
            address={searchAddress(task, key, text)}
            name={systems.find((each) => each.key === key)!.name}
            {...{ task, opened }}
          />
        ))}
      </div>
    )}
  </>
);

/** The words to search with: sent by Enter, and then part of the address. */
const Box = ({ text, example }: { text: string; example: string | undefined }) => {
  const [typed, setTyped] = useState(text);
  const field = useRef<HTMLTextAreaElement>(null);
  useKeys((event) => {
    if (event.key !== '/') return;
    event.preventDefault();
    field.current?.focus();
  });
  const isTooLong = encodeURIComponent(typed).length > LONGEST;
  const send = (words: string): void => changeState({ text: words.trim() || undefined, open: undefined });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isTooLong) send(typed);
  };
  return (
    <search>
      <form className="search-box" onSubmit={submit}>
        <textarea
          ref={field}
          aria-label="Words to search with"
          aria-describedby="search-help"
          aria-keyshortcuts="/"
          rows={typed.length > 120 ? 5 : 2}
          placeholder="Symptoms, a question, a diagnosis …"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
          }}
        />
        <button type="submit" className="action primary" disabled={isTooLong}>
          Search
        </button>
      </form>
      <p id="search-help" className="note" role={isTooLong ? 'alert' : undefined}>
        {isTooLong ? (
          'That is too long to search with here: r2med search takes texts of any length.'
        ) : (
          <>
            <kbd>Enter</kbd> searches.{' '}
            {text === '' && example !== undefined && (
              <button type="button" className="plain" onClick={() => send(example)}>
                Try the first query of the task
              </button>
            )}
          </>
        )}
      </p>
    </search>
  );
};

type PickProps = { label: string; name: string; value: string; options: Options };
const Pick = ({ label, name, value, options }: PickProps) => (
  <label>
    {label}{' '}
    <Select
      value={value}
      options={options}
      choose={(key) => changeState({ [name]: key || undefined, open: undefined })}
    />
  </label>
);

interface FoundByProps {
  address: ResourceAddress<ShownExplanation>;
  name: string;
  task: Key;
  opened: string | undefined;
}

const FoundBy = ({ address, name, task, opened }: FoundByProps) => {
  const found = useResource(address);
  return (
    <section className="column" aria-label={name}>
      <Ready of={found} what={`what ${name} finds`}>
        {({ systems: [system] }) =>
          system && (
            <>
              <h2>
                What <bdi>{system.system}</bdi> found
                <small>
                  {system.found} documents, score = {system.scoreIs}
                </small>
              </h2>
              <p className="note">
                <bdi>{system.why.slice(0, 1).toUpperCase() + system.why.slice(1)}</bdi>.
              </p>
              <Missing missing={system.missing} />
              {sharesNothing(system) ? (
                <p>No document has a word of it. Try others, or a system that knows more than words.</p>
              ) : (
                <Hits system={system} settings={{ task, opened }} />
              )}
            </>
          )
        }
      </Ready>
    </section>
  );
};

/** Some systems rank all documents, also those that share no term with the search: their order says nothing. */
const sharesNothing = ({ hits }: ShownSystem): boolean =>
  hits.every(({ kind, parts }) => kind === 'terms' && parts.every(({ value }) => value === 0));

/** What would a system find for words of one's own? */
export const search: View = {
  name: 'search',
  title: 'Search',
  listed: ({ can }) => can.search,
  keys: [
    ['/', 'to the words'],
    ['Enter', 'search'],
  ],
  Component: SearchView,
};
