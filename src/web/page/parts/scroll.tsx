import type { ReactNode } from 'react';

/** A place that scrolls sideways when what it holds is wider: also by keys, so it can be focused and has a name. */
export const Scroll = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/useSemanticElements: no landmark, of which a page would have dozens, and no field set
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
  <div className="scroll" role="group" aria-label={label} tabIndex={0}>
    {children}
  </div>
);
