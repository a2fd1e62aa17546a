import { Component, type ReactNode, useEffect, useState } from 'react';
import type { Board, SiteIndex } from '../page-data/index.js';
import { type Address, linkTo, useAddress } from './address.js';
import { KeysDialog } from './keys-dialog.js';
import { Action } from './parts/action.js';
import { useKeptFolds } from './parts/kept-folds.js';
import { useIndex, useLost } from './resources.js';
import { Command, Empty, Failed, Ready } from './states.js';
import { ThemeButton } from './theme-button.js';
import type { View } from './view.js';
import { views } from './views.js';

export const App = () => {
  const address = useAddress();
  return (
    <Ready of={useIndex()} what="the page">
      {(found) => <Page index={found} address={address} />}
    </Ready>
  );
};

const boardOf = ({ boards }: SiteIndex, { state }: Address): Board | undefined =>
  boards.find(({ name }) => name === state.get('board')) ??
  boards.find(({ ownSystems }) => ownSystems > 0) ??
  boards[0];

const Page = ({ index, address }: { index: SiteIndex; address: Address }) => {
  const view = views.find(({ name }) => name === address.view) ?? views[0]!;
  const board = boardOf(index, address);
  const [helpOpen, setHelpOpen] = useState(false);
  useEffect(() => {
    document.title = `${view.title} · r2med`;
  }, [view]);
  // A new view is read from its top, and by a screen reader from its heading.
  const place = `${view.name}/${address.path.join('/')}`;
  useScrollPlace(place);
  useKeptFolds(place);
  // On a phone the names of the views are a strip that scrolls.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the view changes
  useEffect(() => {
    document
      .querySelector('.top-bar nav [aria-current]')
      ?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [view]);
  return (
    <>
      <Action className="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the content
      </Action>
      <Bar index={index} view={view} board={board} help={() => setHelpOpen(true)} />
      <Alarms index={index} />
      <main id="main" tabIndex={-1} className={`view-${view.name}`}>
        {board ? (
          <ErrorBoundary key={place}>
            <view.Component index={index} board={board} address={address} />
          </ErrorBoundary>
        ) : (
          <Empty title="No records yet">
            <p>The page shows what runs leave behind. This makes the first records, without a network:</p>
            <Command words={['run', '--suite', 'sample', '--retriever', 'bm25']} folder="--out" />
          </Empty>
        )}
      </main>
      <Foot index={index} />
      <KeysDialog keys={view.keys ?? []} open={helpOpen} setOpen={setHelpOpen}>
        <p className="note">
          The address holds the whole state of a view: copy it to show somebody the same.
        </p>
      </KeysDialog>
    </>
  );
};

type BarProps = { index: SiteIndex; view: View; board: Board | undefined; help: () => void };
const Bar = ({ index, view, board, help }: BarProps) => {
  const chosen = board && { board: board.name };
  const isBoardView = view.listed(index) && !view.everyBoard;
  return (
    <header className="top-bar">
      <a className="brand" href={linkTo(views[0]!.name, [], chosen)}>
        r2med
      </a>
      <nav aria-label="Views">
        {views
          .filter(({ listed }) => listed(index))
          .map(({ name, title }) => (
            <a
              key={name}
              href={linkTo(name, [], chosen)}
              aria-current={name === view.name ? 'page' : undefined}
            >
              {title}
            </a>
          ))}
      </nav>
      <div className="bar-end">
        {isBoardView && index.boards.length > 1 && (
          <fieldset className="choice" aria-label="Suite">
            {index.boards.map(({ name, title }) => (
              <a
                key={name}
                href={linkTo(view.name, [], { board: name })}
                aria-current={name === board?.name ? 'true' : undefined}
              >
                {title}
              </a>
            ))}
          </fieldset>
        )}
        <ThemeButton />
        <Action aria-label="Help" title="Help (?)" onClick={help}>
          ?
        </Action>
      </div>
    </header>
  );
};

/** What is wrong with the page as a whole. */
const Alarms = ({ index: { missing = [] } }: { index: SiteIndex }) => {
  const lost = useLost();
  return (
    <div role="status" className="alarms no-print">
      {lost && (
        <div className="alarm">
          <p>
            <b>The server of this page has ended.</b> What is shown is from before; what is not loaded yet
            cannot be. This starts it again:
          </p>
          <Command words={['web']} folder="--results" />
        </div>
      )}
      {!lost && missing.length > 0 && (
        <p className="alarm">
          <b>
            {missing.length === 1 ? 'The folder' : 'The folders'} <bdi>{missing.join(', ')}</bdi>{' '}
            {missing.length === 1 ? 'is' : 'are'} not there
          </b>
          , not yet or no longer: no records of {missing.length === 1 ? 'it' : 'them'} are shown.
        </p>
      )}
    </div>
  );
};

const Foot = ({ index: { tool, writtenAt, results, problems } }: { index: SiteIndex }) => (
  <footer className="page-foot">
    <span>A research tool, not a clinical decision system.</span>
    {problems.length > 0 && (
      <details>
        <summary>
          {problems.length} {problems.length === 1 ? 'file' : 'files'} left out
        </summary>
        <ul>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      </details>
    )}
    <span>
      {tool}
      {results.length > 0 && ` · records in ${results.join(', ')}`}
      {writtenAt && ` · written ${writtenAt.slice(0, 10)}`}
    </span>
  </footer>
);

/** Shows that a view broke, and why, in its place; the rest of the page goes on. */
class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly error?: string }> {
  override state: { readonly error?: string } = {};

  static getDerivedStateFromError(error: unknown): { readonly error: string } {
    return { error: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    return this.state.error === undefined ? (
      this.props.children
    ) : (
      <Failed what="This view" why={this.state.error} />
    );
  }
}

/** Reads a new place from its top. Every entry of the history keeps how far it was read, so that going back leads to the same spot. */
const useScrollPlace = (place: string): void => {
  useEffect(() => {
    const keep = (): void =>
      window.history.replaceState({ ...window.history.state, scroll: window.scrollY }, '');
    window.addEventListener('scrollend', keep);
    return () => window.removeEventListener('scrollend', keep);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the place changes
  useEffect(() => {
    // An entry that a link has just made keeps nothing yet.
    const { scroll = 0 } = (window.history.state ?? {}) as { readonly scroll?: number };
    // Charts measure their room first, so the page has its height in the next frame.
    const frame = requestAnimationFrame(() => window.scrollTo(0, scroll));
    return () => cancelAnimationFrame(frame);
  }, [place]);
};
