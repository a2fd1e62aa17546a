import { InputError, type Task } from '../../core/index.js';
import type { LeakageReport } from '../../experiment/record/index.js';
import { parseJsonObject } from '../../platform/formats/index.js';
import { readLines } from '../../platform/node/index.js';
import { caseOverlap } from './leakage/same-cases.js';

/** What is known of a case besides its text: the article or record it is from, and its diagnosis. */
export interface CaseOrigin {
  readonly article?: string;
  readonly diagnosis?: string;
}

/** Origins by the id of a query or a document. */
export type CaseTable = ReadonlyMap<string, CaseOrigin>;

/** The collection that a task is compared with when it is compared with itself. */
export const ITSELF = 'itself';

const SHAPE = '{"id": "…", "article": "…", "diagnosis": "…"}';

/** Reads a table of cases: JSON lines with the id of a query or document, its article, its diagnosis or both. */
export const readCaseTable = async (file: string): Promise<CaseTable> => {
  const table = new Map<string, CaseOrigin>();
  for await (const lines of readLines(file))
    for (const line of lines) {
      const { id, article, diagnosis, ...others } = parseJsonObject(line.text, line);
      const isText = (value: unknown): value is string | undefined =>
        value === undefined || typeof value === 'string';
      if (typeof id !== 'string' || !isText(article) || !isText(diagnosis) || Object.keys(others).length > 0)
        throw new InputError({ at: line, found: `the line ${line.text}`, expected: SHAPE });
      if (table.has(id)) throw new InputError({ at: line, found: `"${id}" twice`, expected: 'each id once' });
      table.set(id, {
        ...(article !== undefined && { article }),
        ...(diagnosis !== undefined && { diagnosis }),
      });
    }
  return table;
};

/** What queries and documents of a task share by their origin; none where nothing is known of it. */
export const caseReport = async (
  { queries, labels, corpus, judgements }: Task,
  table: CaseTable = new Map(),
): Promise<readonly LeakageReport[]> => {
  const parts = await caseOverlap({
    queries: queries.map(({ id }) => {
      const { article, diagnosis } = table.get(id) ?? {};
      const answer = diagnosis ?? labels.get(id)?.answer;
      return { id, ...(answer !== undefined && { answer }), ...(article !== undefined && { article }) };
    }),
    documents: table.size === 0 ? [] : documentsOf(corpus, table),
    judgements,
  });
  return parts.length === 0 ? [] : [{ with: ITSELF, texts: queries.length, parts, notes: [] }];
};

async function* documentsOf(corpus: Task['corpus'], table: CaseTable) {
  for await (const batch of corpus.rows()) for (const { id } of batch) yield { id, ...table.get(id) };
}
