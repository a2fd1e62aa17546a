import { type Hit, InputError, type QueryId, type Ranking, type Run, ranking } from '../../../core/index.js';
import { quoted } from '../../../platform/formats/index.js';
import { writeAtomic } from '../../../platform/node/index.js';

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
      fix: 'write another name, as my-system',
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
    throw new InputError({
      found: `id ${quoted(id)} with half a surrogate pair`,
      expected: 'Unicode text',
      fix: 'give it another id: no file of text can hold this one',
    });
};

const finiteScore = ({ docId, score }: Hit): number => {
  if (Number.isFinite(score)) return score;
  throw new InputError({
    found: `score ${score} of document ${quoted(docId)}`,
    expected: 'a finite number',
    fix: 'leave out documents that have no score',
  });
};

/**
 * Ids in TREC files. trec_eval ends a column at white space and has no escape, so an id with white space is written
 * with percent signs and its line's system ends in `+escaped`. Only such lines are read back that way; all others
 * mean what they say, percent signs included.
 */
export const ESCAPED = '+escaped';

/** White space of Python's `split` as well as C's, control characters, and the byte order mark. */
const UNWRITABLE = /[\s\p{Cc}]/gu;
const LOOKS_ESCAPED = /%(?=[0-9A-Fa-f]{2})/g;
const ESCAPES = /(?:%[0-9A-Fa-f]{2})+/g;
/** The empty id is written so. The id "%" itself is written as "%25". */
const NOTHING = '%';

const needsEscape = (id: string): boolean => id === '' || id.search(UNWRITABLE) >= 0;

/** Whether an id would be read as another one on an escaped line. */
const looksEscaped = (id: string): boolean => id === NOTHING || id.search(LOOKS_ESCAPED) >= 0;

const escapeId = (id: string): string => {
  if (id === '') return NOTHING;
  if (id === NOTHING) return '%25';
  return id.replace(LOOKS_ESCAPED, '%25').replace(UNWRITABLE, encodeURIComponent);
};

/** The id that `escapeId` wrote, or undefined where the escapes are not UTF-8. */
export const unescapeId = (text: string): string | undefined => {
  if (text === NOTHING) return '';
  try {
    return text.replace(ESCAPES, decodeURIComponent);
  } catch {
    return undefined;
  }
};
