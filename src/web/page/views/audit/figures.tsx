import { Distribution, screenPalette } from '../../../../analysis/charts/index.js';
import type { AuditFigure, FigureGroup } from '../../../../experiment/record/index.js';
import { format } from '../../../../platform/tables/index.js';
import type { AuditRow } from '../../../page-data/index.js';
import { Measured } from '../../parts/measured.js';
import { Section } from '../../parts/texts.js';
import { intervalText, meanText, type Panel, panelsOf } from './figure-axis.js';
import { Pairs } from './pairs.js';
import { Unfold } from './unfold.js';

interface GroupsProps {
  groups: readonly FigureGroup[];
  row: AuditRow;
  /** Those that the address names. */
  group: string | null;
  figure: string | null;
}

/** The figures behind the headline, in groups of one question each. Of the groups one is open, and of its figures. */
export const Groups = ({ groups, row, group, figure }: GroupsProps) => (
  <Section
    id="behind"
    className="groups"
    title="What is behind it"
    small="open a question for its figures, and a figure for its pairs"
  >
    {groups.map(({ name, question, reading, figures }, i) => (
      <Unfold
        key={name}
        state="group"
        value={name}
        open={group === null ? i === 0 : group === name}
        className="group"
        summary={
          <>
            <h3>{question}</h3>
            <span className="group-reading">
              <bdi>{reading}</bdi>
            </span>
          </>
        }
      >
        {panelsOf(figures).map((panel) => (
          <FigurePanel key={panel.figures[0]!.figure.name} panel={panel} row={row} chosen={figure} />
        ))}
      </Unfold>
    ))}
  </Section>
);

const FigurePanel = ({ panel, row, chosen }: { panel: Panel; row: AuditRow; chosen: string | null }) => (
  <div className="panel-figures">
    {panel.title !== undefined && <h4>{panel.title}</h4>}
    {panel.figures.map(({ figure, title }, i) => (
      <Unfold
        key={figure.name}
        state="figure"
        value={figure.name}
        open={chosen === figure.name}
        className="figure-row"
        summary={
          <>
            <span className="figure-title">
              <bdi>{title}</bdi>
            </span>
            <span className="figure-drawing">
              <Measured>
                {(width) => (
                  <Distribution
                    of={figure}
                    axis={panel.axis}
                    label={`${figure.title}: ${meanText(figure)}`}
                    palette={screenPalette}
                    width={width}
                    ticks={i === panel.figures.length - 1}
                    references={figure.unit === 'difference' ? [{ at: 0 }] : []}
                  />
                )}
              </Measured>
            </span>
            <span className="figure-mean">
              <b>{format.figure(figure.mean, figure.unit)}</b> <small>{intervalText(figure)}</small>
            </span>
          </>
        }
      >
        <FigureDetails figure={figure} row={row} />
      </Unfold>
    ))}
  </div>
);

/** How a figure is computed, how it is spread, and the pairs behind it. */
export const FigureDetails = ({ figure, row }: { figure: AuditFigure; row: AuditRow }) => {
  const { definition, queries, quartiles, unit, name } = figure;
  return (
    <div className="figure-details">
      <p>
        <bdi>{definition}</bdi>
      </p>
      <p className="note">
        <code>{name}</code> · {format.count(queries)} {queries === 1 ? 'query' : 'queries'} · quartiles{' '}
        {quartiles.map((value) => format.figure(value, unit)).join(', ')}
      </p>
      <Pairs figure={figure} row={row} />
    </div>
  );
};
