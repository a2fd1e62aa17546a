import { boardRows, latexTable } from '../leaderboard/index.js';
import type { ExportFormat } from './format.js';
import { tested } from './tested.js';

/** A table for a paper. */
export const latex: ExportFormat = {
  summary:
    'leaderboard.tex, a booktabs table: best bold, second underlined, intervals, daggers of paired tests',
  files: async (input) => {
    const { table, published, headings } = input;
    const found = tested(input);
    const view = {
      measure: table.measure,
      tasks: table.tasks,
      headings,
      ...(found && { daggers: found }),
    };
    return {
      files: [{ path: 'leaderboard.tex', content: latexTable(boardRows(table, published), view) }],
      notes: [],
    };
  },
};
