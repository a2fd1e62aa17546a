import type { ReactNode } from 'react';

/** A place that scrolls sideways when what it holds is wider: also by keys, so it can be focused and has a name. */
export const Scroll = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
  <section className="scroll" aria-label={label} tabIndex={0}>
    {children}
  </section>
);
