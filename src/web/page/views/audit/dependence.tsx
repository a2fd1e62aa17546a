import { Distribution, Quarters, screenPalette } from '../../../../analysis/charts/index.js';
import type { ScoreDependence } from '../../../../experiment/record/index.js';
import { format, signed } from '../../../../platform/tables/index.js';
import type { SiteIndex } from '../../../page-data/index.js';
import { linkTo } from '../../address.js';
import { DataTable } from '../../parts/data-table.js';
import { Name, Section } from '../../parts/texts.js';

interface DependenceProps {
  dependence: readonly ScoreDependence[];
  systems: SiteIndex['systems'];
  board: string | undefined;
}

/** Which systems live on shared words? */
export const Dependence = ({ dependence, systems, board }: DependenceProps) => {
  if (dependence.length === 0) return null;
  const most = Math.max(...dependence.flatMap(({ quarters }) => quarters.map(({ score }) => score)), 0.01);
  const slopes = dependence.flatMap(({ slope }) => (slope ? [...slope.interval, slope.value] : []));
  const steepest = Math.max(0.01, ...slopes.map(Math.abs));
  return (
    <Section
      id="dependence"
      title="Do scores depend on shared words?"
      small={`${dependence[0]!.measure} × 100`}
    >
      <p className="note">
        Correlation (Spearman’s ρ) of a query’s score with its overlap, the idf-weighted share of the query
        that its relevant documents have. Slope: change of the score for one standard deviation more overlap,
        with lengths and number of relevant documents held fixed. Hollow: the 95 % interval includes 0.
      </p>
      <DataTable
        label="Dependence of scores on overlap"
        className="plain dependence"
        rows={dependence}
        keyOf={({ system }) => system}
        columns={[
          [
            'System',
            ({ system }) => {
              const known = systems.find(({ name, own }) => own && name === system);
              return <Name href={known && linkTo('system', [known.key], { board })}>{system}</Name>;
            },
          ],
          [
            'Correlation, −1 to 1',
            ({ system, correlation: of }) => (
              <Estimate
                of={of}
                most={1}
                text={(value) => signed(value, 2)}
                label={`Correlation of ${system}`}
              />
            ),
            { text: true, className: ({ correlation }) => (correlation === null ? 'note' : undefined) },
          ],
          [
            'Slope',
            ({ system, slope }) => (
              <Estimate of={slope} most={steepest} text={format.difference} label={`Slope of ${system}`} />
            ),
            { text: true, className: ({ slope }) => (slope === null ? 'note' : undefined) },
          ],
          [
            'Mean score, from the quarter with the least overlap to that with the most',
            ({ system, quarters }) => (
              <Quarters
                scores={quarters.map(({ score }) => score)}
                most={most}
                label={`Mean scores of ${system} by quarter of overlap: ${quarters
                  .map(({ score, overlap }) => `${format.score(score)} at overlap ${overlap.toFixed(3)}`)
                  .join('; ')}`}
                palette={screenPalette}
              />
            ),
            'text',
          ],
          ['Queries', ({ queries }) => format.count(queries)],
        ]}
      />
    </Section>
  );
};

interface EstimateProps {
  of: ScoreDependence['slope'];
  /** The axis is from minus this to this. */
  most: number;
  text: (value: number) => string;
  label: string;
}

const Estimate = ({ of, most, text, label }: EstimateProps) => {
  if (of === null) return 'one of the two never changes';
  const range = `${text(of.interval[0])} to ${text(of.interval[1])}`;
  return (
    <>
      <Distribution
        of={{ mean: of.value, interval: of.interval }}
        axis={{ from: -most, to: most, tick: text }}
        label={`${label}: ${text(of.value)}, 95 % interval ${range}`}
        palette={screenPalette}
        width={150}
        height={20}
        references={[{ at: 0 }]}
        hollow={of.interval[0] <= 0 && of.interval[1] >= 0}
      />
      <span>
        <b>{text(of.value)}</b> <small>{range}</small>
      </span>
    </>
  );
};
