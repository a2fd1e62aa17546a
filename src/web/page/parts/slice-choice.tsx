import { changeState } from '../address.js';

const SHORT: Readonly<Record<string, string>> = {
  family: 'Family',
  'body-system': 'Body system',
  'query-length': 'Length',
  overlap: 'Overlap',
  positives: 'Positives',
};

/** The ways to part queries, of which the address names one. */
export const SliceChoice = ({
  slices,
  chosen,
}: {
  slices: readonly { readonly by: string }[];
  chosen: number;
}) => (
  <fieldset className="choice no-print" aria-label="Slice">
    {slices.map(({ by }, i) => (
      <button
        key={by}
        type="button"
        aria-pressed={i === chosen}
        onClick={() => changeState({ slice: by }, true)}
      >
        {SHORT[by] ?? by}
      </button>
    ))}
  </fieldset>
);
