import { type ReactNode, useState } from 'react';
import { Action, KeysDialog, ThemeButton } from '../page/index.js';
import type { ReviewSession } from '../page-data/index.js';

/** A place of the page that the bar leads to. */
export interface Place {
  readonly href: string;
  readonly text: string;
  readonly current: boolean;
}

/** What is around every screen: bar, how far the work is, foot, help. */
export const Frame = ({
  session,
  places = [],
  progress,
  actions,
  keys = [],
  help,
  signOut,
  children,
}: {
  session?: ReviewSession;
  places?: readonly Place[];
  progress?: ReactNode;
  actions?: ReactNode;
  keys?: readonly (readonly [string, string])[];
  help?: ReactNode;
  signOut?: () => void;
  children: ReactNode;
}) => {
  const [helpOpen, setHelpOpen] = useState(false);
  return (
    <>
      <header className="top-bar">
        <span className="brand">r2med</span>
        {session && <span className="review-title">{session.title}</span>}
        {places.length > 0 && (
          <nav aria-label="Places">
            {places.map(({ href, text, current }) => (
              <a key={href} href={href} aria-current={current ? 'page' : undefined}>
                {text}
              </a>
            ))}
          </nav>
        )}
        <div className="bar-end">
          {actions}
          <ThemeButton />
          {keys.length > 0 && (
            <Action aria-label="Help" title="Help (?)" onClick={() => setHelpOpen(true)}>
              ?
            </Action>
          )}
        </div>
      </header>
      {progress}
      <main id="main">{children}</main>
      <footer className="page-foot">
        <span>Research material, not clinical advice.</span>
        {session && (
          <span>
            Signed in as {session.name}
            {signOut && (
              <>
                {' · '}
                <Action className="plain-link" onClick={signOut}>
                  Sign out
                </Action>
              </>
            )}
          </span>
        )}
      </footer>
      {keys.length > 0 && (
        <KeysDialog title="Help" keys={keys} open={helpOpen} setOpen={setHelpOpen}>
          {help}
        </KeysDialog>
      )}
    </>
  );
};

/** How much is done, as a bar and in words. */
export const Progress = ({ done, of, children }: { done: number; of: number; children: ReactNode }) => (
  <section className="progress" aria-label="Progress">
    <progress aria-label="Done" value={done} max={Math.max(of, 1)} />
    <p>{children}</p>
  </section>
);
