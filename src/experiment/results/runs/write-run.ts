import { type Hit, InputError, type QueryId, type Ranking, type Run, ranking } from '../../../core/index.js';
import { quoted } from '../../../platform/formats/index.js';
import { writeAtomic } from '../../../platform/node/index.js';
import { ESCAPED, escapeId, looksEscaped, needsEscape } from './escaped-ids.js';

/**
 * Writes a run as a TREC file, `query Q0 document rank score system`, whole or not at all: hits in trec_eval's order,
 * ranks from 1, scores with as many digits as give the same double back. Ids that trec_eval could not read are written
 * with percent escapes, the system of their line then ends in `+escaped`, and `readRun` undoes it. A query without
 * hits leaves no line.
 */
export const writeRun = async (file: string, run: Run, system: string): Promise<void> => {
  if (needsEscape(system) || system.endsWith(ESCAPED))
    throw new InputError({
      found: `system name ${quoted(system)}`,
      expected: `a name without white space that does not end in "${ESCAPED}"`,
    });
  await writeAtomic(file, linesOf(run, system));
};

function* linesOf(run: Run, system: string): Generator<string> {
  for (const [queryId, hits] of run) yield linesOfQuery(queryId, ranking(hits), system);
}

const linesOfQuery = (queryId: QueryId, hits: Ranking, system: string): string => {
  checkText(queryId);
  // A query id must look the same on all lines of the query, or trec_eval would take it for two.
  const escapeAll =
    needsEscape(queryId) || (looksEscaped(queryId) && hits.some(({ docId }) => needsEscape(docId)));
  const query = escapeAll ? escapeId(queryId) : queryId;
  let lines = '';
  hits.forEach((hit, i) => {
    checkText(hit.docId);
    const escaped = escapeAll || needsEscape(hit.docId);
    const document = escaped ? escapeId(hit.docId) : hit.docId;
    lines += `${query} Q0 ${document} ${i + 1} ${finiteScore(hit)} ${system}${escaped ? ESCAPED : ''}\n`;
  });
  return lines;
};

/** A lone surrogate has no UTF-8: two such ids would become one. */
const checkText = (id: string): void => {
  if (/\p{Surrogate}/u.test(id))
    throw new InputError({ found: `id ${quoted(id)} with half a surrogate pair`, expected: 'Unicode text' });
};

const finiteScore = ({ docId, score }: Hit): number => {
  if (Number.isFinite(score)) return score;
  throw new InputError({ found: `score ${score} of document ${quoted(docId)}`, expected: 'a finite number' });
};
