import type { ReactNode } from 'react';
import { changeState } from '../../address.js';

interface UnfoldProps {
  /** Its name in the address. */
  state: string;
  value: string;
  open: boolean;
  summary: ReactNode;
  className?: string;
  children: ReactNode;
}

/** Something to open, of which the address names one at a time. */
export const Unfold = ({ state, value, open, summary, className, children }: UnfoldProps) => (
  <details className={className} open={open}>
    {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button, also for keys */}
    <summary
      onClick={(event) => {
        event.preventDefault();
        changeState({ [state]: open ? NONE : value }, true);
      }}
    >
      {summary}
    </summary>
    {open && children}
  </details>
);

/** What the address says where the reader closed what would be open by itself. */
export const NONE = 'none';
