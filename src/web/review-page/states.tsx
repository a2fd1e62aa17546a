import type { ReactNode } from 'react';
import { Action } from '../page/index.js';
import type { Loaded } from './loaded.js';

type NoticeProps = { title: string; tone?: 'plain' | 'failed'; children: ReactNode };

/** A page of its own: there is nothing to judge, and why. */
export const Notice = ({ title, tone = 'plain', children }: NoticeProps) => (
  <div
    className={tone === 'failed' ? 'state failed' : 'state'}
    role={tone === 'failed' ? 'alert' : undefined}
  >
    <h1>{title}</h1>
    {children}
  </div>
);

/** Draws what was loaded, and its other states until then. */
export const Ready = <T,>({
  of,
  what,
  children,
}: {
  of: Loaded<T>;
  what: string;
  children: (value: T) => ReactNode;
}) => {
  if (of.state === 'ready') return <>{children(of.value)}</>;
  if (of.state === 'loading')
    return (
      <p className="state loading" role="status">
        Loading {what} …
      </p>
    );
  return (
    <Notice
      title={
        of.temporary
          ? 'No connection to the review'
          : `${what[0]?.toUpperCase()}${what.slice(1)} cannot be shown`
      }
      tone="failed"
    >
      <p>{of.why}</p>
      {of.temporary && (
        <p>The page tries again by itself. Nothing that was saved is lost, and what you typed stays here.</p>
      )}
      <p className="row">
        <Action className="action primary" onClick={of.again}>
          Try now
        </Action>
        {!of.temporary && <a href="#/">To the review</a>}
      </p>
    </Notice>
  );
};
