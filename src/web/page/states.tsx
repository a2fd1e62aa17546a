import type { ReactNode } from 'react';
import { shellWord } from '../../core/index.js';
import type { SiteIndex } from '../page-data/index.js';
import { type Loaded, useIndex } from './resources.js';

/** Something is on its way; nothing moves, since most of it is there before one can read this. */
export const Loading = ({ what }: { what: string }) => (
  <p className="state loading" role="status">
    Loading {what} …
  </p>
);

/** Something could not be had, and why. */
export const Failed = ({ what, why }: { what: string; why: string }) => (
  <div className="state failed" role="alert">
    <h1>{what[0]?.toUpperCase() + what.slice(1)} cannot be shown</h1>
    <p>{why}</p>
  </div>
);

interface EmptyProps {
  title: string;
  /** Under the heading of a view, not in place of it. */
  within?: boolean;
  children: ReactNode;
}

/** There is nothing yet; the children say what to do about it, best with the command that does it. */
export const Empty = ({ title, within = false, children }: EmptyProps) => (
  <div className="state">
    {within ? <h2>{title}</h2> : <h1>{title}</h1>}
    {children}
  </div>
);

interface CommandProps {
  words: readonly string[];
  /** The flag that names the folder of records, where it is not the usual one. */
  folder?: '--out' | '--results';
}

/** A command to copy, as it is typed where the page is served. */
export const Command = ({ words, folder }: CommandProps) => {
  const { program, results, data } = useTyped();
  const typed = words.flatMap((word, i) => (words[i - 1] === '--data' && data[word]) || [word]);
  const at = folder && results !== TYPED.results ? [folder, results] : [];
  return <CommandText>{[program, ...[...typed, ...at].map(shellWord)].join(' ')}</CommandText>;
};

/** A command that a server made. */
export const CommandText = ({ children }: { children: string }) => {
  const { program } = useTyped();
  return (
    <pre className="command">
      <code>{children.replace(/^r2med(?= )/, () => program)}</code>
    </pre>
  );
};

const useTyped = (): NonNullable<SiteIndex['typed']> => {
  const index = useIndex();
  return (index.state === 'ready' && index.value.typed) || TYPED;
};

const TYPED: NonNullable<SiteIndex['typed']> = { program: 'r2med', results: 'results', data: {} };

/** Flags that name a task; one of the user's own is opened from its folder. */
export const taskFlags = (board: string, task: string): readonly string[] =>
  board === 'own' ? ['--data', task] : ['--suite', board, '--task', task];

/** Draws a resource when it is there, and its other states until then. */
export const Ready = <T,>({
  of,
  what,
  children,
}: {
  of: Loaded<T>;
  what: string;
  children: (value: T) => ReactNode;
}) => {
  if (of.state === 'loading') return <Loading what={what} />;
  if (of.state === 'failed') return <Failed what={what} why={of.error} />;
  return <>{children(of.value)}</>;
};

/** A suite to run something on: where the board is of the user's own tasks, the sample, which is always there. */
export const suiteOf = (board: string): string => (board === 'own' ? 'sample' : board);

/** Flags that name the tasks of a board; all of a user's own need none. */
export const boardFlags = (board: string): readonly string[] => (board === 'own' ? [] : ['--suite', board]);
