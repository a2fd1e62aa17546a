import type { ReactNode } from 'react';

interface ChoiceProps {
  label: string;
  className?: string;
  /** Of a first button that releases all others. */
  all?: string;
  chosen: readonly string[];
  options: readonly (readonly [value: string, text: ReactNode])[];
  /** Gets undefined for all. */
  choose: (value: string | undefined) => void;
}

/** A row of buttons of which one, or several, are pressed. */
export const Choice = ({ label, className = 'choice', all, chosen, options, choose }: ChoiceProps) => (
  <fieldset className={className} aria-label={label}>
    {all !== undefined && (
      <button type="button" aria-pressed={chosen.length === 0} onClick={() => choose(undefined)}>
        {all}
      </button>
    )}
    {options.map(([value, text]) => (
      <button key={value} type="button" aria-pressed={chosen.includes(value)} onClick={() => choose(value)}>
        {text}
      </button>
    ))}
  </fieldset>
);
