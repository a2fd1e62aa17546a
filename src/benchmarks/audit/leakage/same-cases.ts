import {
  type DocId,
  defined,
  groupBy,
  InputError,
  type Judgements,
  type QueryId,
  relevantIn,
  type Task,
} from '../../../core/index.js';
import { words } from '../../../evaluation/overlap/index.js';
import type { LeakagePart, LeakageReport, LeakedPair } from '../../../experiment/record/index.js';
import { parseJsonObject, ROW_AGAIN } from '../../../platform/formats/index.js';
import { readLines } from '../../../platform/node/index.js';

/** What is known of a case besides its text: the article or record it is from, and its diagnosis. */
interface CaseOrigin {
  readonly article?: string;
  readonly diagnosis?: string;
}

/** Origins by the id of a query or a document. */
export type CaseTable = ReadonlyMap<string, CaseOrigin>;

/** A case task: queries and documents that are cases, with what is known of each. The diagnosis of a query is its reference answer. */
export interface CaseMaterial {
  readonly queries: Iterable<{ readonly id: QueryId; readonly answer?: string; readonly article?: string }>;
  readonly documents: Iterable<CaseDocument> | AsyncIterable<CaseDocument>;
  readonly judgements: Judgements;
  /** Findings that are shown of each figure. */
  readonly examples?: number;
}

type CaseDocument = CaseOrigin & { readonly id: DocId };

/** Two names are one diagnosis if their words are the same. */
const normalised = (name: string | undefined): string | undefined =>
  name === undefined ? undefined : words(name).join(' ') || undefined;

/**
 * What query and evidence of a case task share by their origin. Cases of one article share their authors' wording, so they
 * are found without reasoning; queries with one diagnosis have evidence in common; and a case with the query's diagnosis that is
 * not judged counts as wrong when it is found. Figures for which nothing is known are left out.
 */
export const caseOverlap = async ({
  queries,
  documents,
  judgements,
  examples = 10,
}: CaseMaterial): Promise<readonly LeakagePart[]> => {
  const cases = [...queries].map((query) => ({
    ...query,
    diagnosis: normalised(query.answer),
    relevant: relevantIn(judgements.get(query.id)),
  }));
  const judged = new Set(cases.flatMap(({ relevant }) => relevant));
  const asked = new Set(cases.flatMap(({ diagnosis }) => diagnosis ?? []));
  const articles = new Map<DocId, string>();
  const named: { readonly id: DocId; readonly name: string }[] = [];
  for await (const { id, article, diagnosis } of documents) {
    if (article !== undefined && judged.has(id)) articles.set(id, article);
    const name = normalised(diagnosis);
    if (name !== undefined && asked.has(name)) named.push({ id, name });
  }
  const diagnosed = groupBy(named, ({ name }) => name);

  const figure = (
    name: string,
    rule: LeakagePart['rule'],
    definition: string,
    of: number,
    found: readonly LeakedPair[],
  ): readonly LeakagePart[] =>
    of === 0 ? [] : [{ name, rule, definition, found: found.length, of, examples: found.slice(0, examples) }];

  const known = cases
    .map((each) => ({ ...each, from: each.relevant.filter((id) => articles.has(id)) }))
    .filter(({ from }) => from.length > 0);
  const ofArticle = known.filter(({ article }) => article !== undefined);
  const several = known.filter(({ from }) => from.length > 1);
  const answered = cases.filter(({ diagnosis }) => diagnosis !== undefined);
  const byDiagnosis = groupBy(answered, ({ diagnosis }) => diagnosis!);
  const withDocuments = diagnosed.size === 0 ? [] : answered;

  return [
    ...figure(
      'queries and relevant documents of one article',
      'same-case',
      'queries of which a relevant document is from the article of the query. Share: of its relevant documents with a known ' +
        'article. Of queries whose article, and that of a relevant document, is known',
      ofArticle.length,
      ofArticle.flatMap(({ id, article, from }) => {
        const same = from.filter((document) => articles.get(document) === article);
        const [there] = same;
        return there ? [{ here: id, there, share: same.length / from.length, text: article! }] : [];
      }),
    ),
    ...figure(
      'relevant documents of one article',
      'same-case',
      'queries whose relevant documents are all from one article. Of queries with two or more relevant documents whose ' +
        'article is known',
      several.length,
      several.flatMap(({ id, from }) => {
        const names = new Set(from.map((document) => articles.get(document)!));
        return names.size > 1 ? [] : [{ here: id, there: from[0]!, share: 1, text: [...names][0]! }];
      }),
    ),
    ...figure(
      'queries with the answer of another query',
      'same-diagnosis',
      'queries whose answer has the words of the answer of another query. Of queries with an answer',
      answered.length,
      answered.flatMap(({ id, diagnosis, answer }) => {
        const other = byDiagnosis.get(diagnosis!)!.find((each) => each.id !== id);
        return other ? [{ here: id, there: other.id, share: 1, text: answer! }] : [];
      }),
    ),
    ...figure(
      'documents with the answer of a query and no judgement',
      'same-diagnosis',
      'queries with a document whose diagnosis has the words of the answer and that is not judged: a hit would count as wrong. ' +
        'Share: of the documents with this diagnosis. Of queries with an answer',
      withDocuments.length,
      withDocuments.flatMap(({ id, diagnosis, answer }) => {
        const all = diagnosed.get(diagnosis!) ?? [];
        const open = all.filter((document) => !judgements.get(id)?.has(document.id));
        const [first] = open;
        return first ? [{ here: id, there: first.id, share: open.length / all.length, text: answer! }] : [];
      }),
    ),
  ];
};

/** The collection that a task is compared with when it is compared with itself. */
export const ITSELF = 'itself';

const SHAPE = '{"id": "…", "article": "…", "diagnosis": "…"}';

/** Reads a table of cases: JSON lines with the id of a query or document, its article, its diagnosis or both. */
export const readCaseTable = async (file: string): Promise<CaseTable> => {
  const table = new Map<string, CaseOrigin>();
  for await (const lines of readLines(file))
    for (const line of lines) {
      const { id, article, diagnosis, ...others } = parseJsonObject(line.text, line, ROW_AGAIN);
      const isText = (value: unknown): value is string | undefined =>
        value === undefined || typeof value === 'string';
      if (typeof id !== 'string' || !isText(article) || !isText(diagnosis) || Object.keys(others).length > 0)
        throw new InputError({
          at: line,
          found: `the line ${line.text}`,
          expected: SHAPE,
          fix: 'correct the line',
        });
      if (table.has(id))
        throw new InputError({
          at: line,
          found: `"${id}" twice`,
          expected: 'each id once',
          fix: 'leave one of them out',
        });
      table.set(id, defined({ article, diagnosis }));
    }
  return table;
};

/** What queries and documents of a task share by their origin; none where nothing is known of it. */
export const caseReport = async (
  { queries, labels, corpus, judgements }: Task,
  table: CaseTable = new Map(),
  examples = 10,
): Promise<readonly LeakageReport[]> => {
  const parts = await caseOverlap({
    queries: queries.map(({ id }) => {
      const { article, diagnosis } = table.get(id) ?? {};
      const answer = diagnosis ?? labels.get(id)?.answer;
      return { id, ...defined({ answer, article }) };
    }),
    documents: table.size === 0 ? [] : documentsOf(corpus, table),
    judgements,
    examples,
  });
  return parts.length === 0 ? [] : [{ with: ITSELF, texts: queries.length, parts, notes: [] }];
};

async function* documentsOf(corpus: Task['corpus'], table: CaseTable) {
  for await (const batch of corpus.rows()) for (const { id } of batch) yield { id, ...table.get(id) };
}
