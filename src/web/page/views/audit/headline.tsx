import { Distribution, screenPalette } from '../../../../analysis/charts/index.js';
import { NEED_AT_RANDOM } from '../../../../evaluation/statistics/index.js';
import type { AuditFigure } from '../../../../experiment/record/index.js';
import { format } from '../../../../platform/tables/index.js';
import type { AuditRow } from '../../../page-data/index.js';
import { Measured } from '../../parts/measured.js';
import { Facts, Section } from '../../parts/texts.js';
import { needLabel } from './figure-axis.js';
import { FigureDetails } from './figures.js';
import { OBJECTIONS } from './objections.js';
import { Unfold } from './unfold.js';

const AXIS = { from: 0, to: 1, tick: (value: number) => value.toFixed(1) };

/** How many documents are in front of the evidence, at places of the scale. */
const ANCHORS = [
  { at: 0, text: '1 in 1,000' },
  { at: 1 / 3, text: '1 in 100' },
  { at: 2 / 3, text: '1 in 10' },
  { at: NEED_AT_RANDOM, text: 'chance' },
  { at: 1, text: 'all' },
];

type HeadlineProps = {
  headline: AuditFigure;
  reading: string;
  row: AuditRow;
  open: boolean;
  objections: boolean;
};

/** The one figure by which tasks are compared, with how it is spread over queries and how to read it. */
export const Headline = ({ headline, reading, row, open, objections }: HeadlineProps) => (
  <Section
    id="need"
    title="How far do words lead to the evidence, and what leads further?"
    small={`${format.count(headline.queries)} queries`}
  >
    <figure className="headline">
      <Measured>
        {(width) => (
          <Distribution
            of={headline}
            axis={AXIS}
            label={needLabel(headline)}
            palette={screenPalette}
            width={width}
            height={104}
            ticks
            references={ANCHORS}
          />
        )}
      </Measured>
      <figcaption className="note">
        Above: documents in front of the evidence when BM25 ranks all by the words of the query. Columns:
        queries. Box: quartiles. Point: mean with its 95 % interval.
      </figcaption>
    </figure>
    <p className="how-to-read">{reading}</p>
    <Unfold
      state="figure"
      value={headline.name}
      open={open}
      className="fold"
      summary="Definition, and the pairs behind it"
    >
      <FigureDetails figure={headline} row={row} />
    </Unfold>
    <Unfold
      state="figure"
      value="objections"
      open={objections}
      className="fold"
      summary="A referee’s objections, and the answers"
    >
      <Facts className="objections" of={OBJECTIONS} />
    </Unfold>
  </Section>
);
