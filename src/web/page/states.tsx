import type { ReactNode } from 'react';
import type { Loaded } from './resources.js';

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

export const Command = ({ children }: { children: string }) => (
  <pre className="command">
    <code>{children}</code>
  </pre>
);

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
