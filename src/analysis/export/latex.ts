import { defined, groupBy, InputError } from '../../core/index.js';
import { countedResults } from '../../experiment/record/index.js';
import { compareSystems, scoresOfResults } from '../comparison/index.js';
import { boardRows, type LatexView, latexTable } from '../leaderboard/index.js';
import type { ExportFormat, ExportInput } from './format.js';

/** A table for a paper. */
export const latex: ExportFormat = {
  summary:
    'leaderboard.tex, a booktabs table: best bold, second underlined, intervals, daggers of paired tests',
  files: async (input) => {
    const { table, published, headings } = input;
    const view = {
      measure: table.measure,
      tasks: table.tasks,
      headings,
      meanOf: headings.filter((_, i) => table.meanOf.includes(table.tasks[i]!)),
      ...defined({ daggers: tested(input) }),
    };
    return {
      files: [{ path: 'leaderboard.tex', content: latexTable(boardRows(table, published), view) }],
      notes: [],
    };
  },
};

const LEVEL = 0.05;

/**
 * Every system of the table against the baseline, on the tasks of the mean: paired randomisation tests, corrected by Holm over all
 * comparisons. Systems that lack a task are not tested. Undefined where there is nothing to compare.
 */
const tested = ({
  results,
  table,
  baseline,
  includeIncomplete = false,
}: ExportInput): LatexView['daggers'] => {
  const { counted } = countedResults(results, includeIncomplete);
  const averaged = counted.filter(({ record }) => table.meanOf.includes(record.task.name));
  const systems = [...groupBy(averaged, ({ record }) => record.system)].filter(
    ([, own]) => own.length === table.meanOf.length,
  );
  const ofBaseline = table.rows.find(({ name, system, mean }) =>
    baseline === undefined ? mean !== undefined : name === baseline || system === baseline,
  );
  if (baseline !== undefined && !ofBaseline)
    throw new InputError({
      found: `--baseline ${baseline}`,
      expected: `one of ${table.rows.map(({ name }) => name).join(', ')}`,
      fix: 'write one of these names',
    });
  const first = systems.find(([system]) => system === ofBaseline?.system);
  const others = systems.filter((each) => each !== first);
  if (!first || others.length === 0) return undefined;
  const sides = [first, ...others].map(([system, own]) => scoresOfResults(system, own));
  const { systems: compared } = compareSystems(sides, table.measure, { order: table.tasks });
  return {
    baseline: ofBaseline!.name,
    of: new Map(
      compared.map(({ system, rows }) => [
        system,
        new Map(
          rows
            .filter(({ pHolm = 1 }) => pHolm < LEVEL)
            .map(({ kind, over, difference }) => [
              kind === 'mean of tasks' ? 'mean' : over,
              difference > 0 ? ('better' as const) : ('worse' as const),
            ]),
        ),
      ]),
    ),
  };
};
