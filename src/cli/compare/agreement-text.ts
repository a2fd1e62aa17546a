import type { ChangedQuery, ComparedTops, TopAgreement } from '../../analysis/comparison/index.js';
import { printableLine } from '../../core/index.js';
import { type ShownTable, scoreText, table } from '../../platform/tables/index.js';

/** How far the first hits of a system agree with those of A. */
export const agreementTable = ({ rows, k }: ComparedTops): ShownTable =>
  table(rows, [
    [`top ${k} of A and B`, ({ over }: TopAgreement) => over, 'left'],
    ['queries', ({ queries }) => queries],
    [`overlap@${k}`, ({ overlap }) => scoreText(overlap)],
    [`RBO@${k}`, ({ rbo }) => scoreText(rbo)],
    ['same first hit', ({ sameFirst }) => `${scoreText(sameFirst)} %`],
    ['only reordered', ({ reordered }) => `${scoreText(reordered)} %`],
    ['changed', ({ changed }) => `${scoreText(changed)} %`],
  ]);

/** The same as text, with the queries that changed most, a line each. */
export const agreementText = (compared: ComparedTops, most: number, width: number): string => {
  const changed = compared.changed.slice(0, most).map((query) => printableLine(changedLine(query)));
  return [
    agreementTable(compared).text(width),
    ...(changed.length > 0 ? [`Queries whose top ${compared.k} changed most\n${changed.join('\n')}`] : []),
  ].join('\n\n');
};

const changedLine = ({ task, id, overlap, entered, left }: ChangedQuery): string =>
  `${scoreText(overlap).padStart(7)}  ${task ? `${task} ` : ''}${id}  in: ${few(entered)}  out: ${few(left)}`;

const few = (ids: readonly string[], most = 3): string =>
  ids.length === 0 ? '–' : `${ids.slice(0, most).join(', ')}${ids.length > most ? ', …' : ''}`;
