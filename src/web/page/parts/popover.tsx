import { type ReactNode, useEffect, useRef } from 'react';

interface PopoverProps {
  label: string;
  /** Opens towards the left, for buttons at the right edge. */
  end?: boolean;
  children: ReactNode;
}

/** A button that opens a small panel under it; Escape and a click elsewhere close it. */
export const Popover = ({ label, end = false, children }: PopoverProps) => {
  const place = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event): void => {
      const details = place.current;
      if (!details?.open) return;
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return;
        details.querySelector('summary')?.focus();
      } else if (event.target instanceof Node && details.contains(event.target)) return;
      details.open = false;
    };
    window.addEventListener('pointerdown', close);
    window.addEventListener('keydown', close);
    return () => {
      window.removeEventListener('pointerdown', close);
      window.removeEventListener('keydown', close);
    };
  }, []);
  return (
    <details ref={place} className={`popover${end ? ' end' : ''}`}>
      <summary className="action">{label}</summary>
      <div className="panel">{children}</div>
    </details>
  );
};
