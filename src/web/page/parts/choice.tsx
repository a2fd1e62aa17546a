import type { ReactNode } from 'react';

/** A row of buttons of which several may be pressed; the first releases them all. */
export const Choice = ({
  label,
  all,
  chosen,
  options,
  choose,
}: {
  label: string;
  all: string;
  chosen: readonly string[];
  options: readonly { readonly value: string; readonly text: ReactNode }[];
  /** Gets undefined for all. */
  choose: (value: string | undefined) => void;
}) => (
  <fieldset className="choice" aria-label={label}>
    <button type="button" aria-pressed={chosen.length === 0} onClick={() => choose(undefined)}>
      {all}
    </button>
    {options.map(({ value, text }) => (
      <button key={value} type="button" aria-pressed={chosen.includes(value)} onClick={() => choose(value)}>
        {text}
      </button>
    ))}
  </fieldset>
);
