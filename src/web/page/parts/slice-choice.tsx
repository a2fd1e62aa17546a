import { own } from '../../../core/index.js';
import { changeState } from '../address.js';
import { Choice } from './choice.js';

const SHORT: Readonly<Record<string, string>> = {
  family: 'Family',
  'body-system': 'Body system',
  'query-length': 'Length',
  overlap: 'Overlap',
  positives: 'Positives',
};

type Slices = readonly { readonly by: string }[];

/** The place of the way to part queries that the address names, else the first. */
export const slicePlace = (slices: Slices, wanted: string): number =>
  Math.max(
    0,
    slices.findIndex(({ by }) => by === wanted),
  );

/** The ways to part queries, of which the address names one. */
export const SliceChoice = ({ slices, chosen }: { slices: Slices; chosen: number }) => (
  <Choice
    label="Slice"
    className="choice no-print"
    chosen={slices.slice(chosen, chosen + 1).map(({ by }) => by)}
    options={slices.map(({ by }) => [by, own(SHORT, by) ?? by])}
    choose={(slice) => changeState({ slice }, true)}
  />
);
