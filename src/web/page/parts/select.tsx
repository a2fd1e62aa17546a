import type { Board } from '../../page-data/index.js';
import { changeState } from '../address.js';

export type Options = readonly (readonly [value: string, text: string])[];

interface SelectProps {
  /** Where nothing else names it. */
  label?: string;
  className?: string;
  id?: string;
  value: string;
  options: Options;
  choose: (value: string) => void;
}

export const Select = ({ label, className, id, value, options, choose }: SelectProps) => (
  <select
    id={id}
    className={className}
    aria-label={label}
    value={value}
    onChange={({ target }) => choose(target.value)}
  >
    {options.map(([each, text]) => (
      <option key={each} value={each}>
        {text}
      </option>
    ))}
  </select>
);

type MeasureChoiceProps = { board: Board; measure: string; className?: string; replace?: boolean };

/** The measures of a board, where there are several. `replace`: the choice is no step to go back to. */
export const MeasureChoice = ({
  board: { measures },
  measure,
  className = 'action',
  replace = false,
}: MeasureChoiceProps) =>
  measures.length > 1 && (
    <Select
      label="Measure"
      className={className}
      value={measure}
      options={measures.map(({ name }) => [name, name])}
      choose={(name) => changeState({ measure: name }, replace)}
    />
  );
