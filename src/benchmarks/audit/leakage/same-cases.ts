import { type DocId, groupBy, type Judgements, type QueryId } from '../../../core/index.js';
import { words } from '../../../evaluation/overlap/index.js';
import type { LeakagePart, LeakedPair } from '../../../experiment/record/index.js';

/** A query of a case task: what is known of the case it was written from. */
export interface CaseQuery {
  readonly id: QueryId;
  /** The confirmed diagnosis: the query's reference answer. */
  readonly answer?: string;
  /** The article, or the record, that the case is from. */
  readonly article?: string;
}

/** A document of a case task. */
export interface CaseDocument {
  readonly id: DocId;
  readonly article?: string;
  readonly diagnosis?: string;
}

/** A case task: queries and documents that are cases, with what is known of each. */
export interface CaseMaterial {
  readonly queries: Iterable<CaseQuery>;
  readonly documents: Iterable<CaseDocument> | AsyncIterable<CaseDocument>;
  readonly judgements: Judgements;
  /** Findings that are shown of each figure. */
  readonly examples?: number;
}

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
    relevant: relevantTo(judgements, query.id),
  }));
  const judged = new Set(cases.flatMap(({ relevant }) => relevant));
  const asked = new Set(cases.flatMap(({ diagnosis }) => diagnosis ?? []));
  const articles = new Map<DocId, string>();
  const diagnosed = new Map<string, DocId[]>();
  for await (const { id, article, diagnosis } of documents) {
    if (article !== undefined && judged.has(id)) articles.set(id, article);
    const name = normalised(diagnosis);
    if (name === undefined || !asked.has(name)) continue;
    const others = diagnosed.get(name);
    if (others) others.push(id);
    else diagnosed.set(name, [id]);
  }

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
        return same.length === 0
          ? []
          : [{ here: id, there: same[0]!, share: same.length / from.length, text: article! }];
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
        const grades = judgements.get(id);
        const open = all.filter((document) => !grades?.has(document));
        return open.length === 0
          ? []
          : [{ here: id, there: open[0]!, share: open.length / all.length, text: answer! }];
      }),
    ),
  ];
};

const relevantTo = (judgements: Judgements, query: QueryId): readonly DocId[] =>
  [...(judgements.get(query) ?? [])].flatMap(([document, grade]) => (grade >= 1 ? [document] : []));
