import type {
  DocId,
  Document,
  EarlierExplanation,
  Ranked,
  Ranking,
  ScorePart,
  StageExplanation,
  StageScore,
} from '../../core/index.js';
import type { ModelAnswers } from './rerank-method.js';

/** What a reranker made of one ranking. */
export interface Reranking {
  readonly name: string;
  readonly depth: number;
  readonly before: Ranked;
  readonly after: Ranking;
  readonly earlier: EarlierExplanation | undefined;
  readonly model: ModelAnswers | undefined;
}

/** A reranked score is one number of the model's; beside it stands where the document was before, and why. */
export const explainReranked = (reranking: Reranking, documents: readonly Document[]): StageExplanation => {
  const { after, earlier, model } = reranking;
  const scoreOf = new Map(after.map(({ docId, score }) => [docId, score]));
  const answers = model && model.perDocument === undefined ? model.answers : [];
  const { scores: _, ...rest }: Partial<EarlierExplanation> = earlier ?? {};
  return {
    ...rest,
    scores: new Map(
      documents.flatMap(({ id }): readonly [DocId, StageScore][] => {
        const score = scoreOf.get(id);
        return score === undefined
          ? []
          : [[id, { kind: 'model', score, parts: [partOf(reranking, id, score)] }]];
      }),
    ),
    ...(answers.length > 0 && { answers: [...(rest.answers ?? []), ...answers] }),
  };
};

const partOf = (
  { name, depth, before, earlier, model }: Reranking,
  docId: DocId,
  value: number,
): ScorePart => {
  const place = before.hits.findIndex((hit) => hit.docId === docId);
  const { score } = before.hits[place]!;
  const from = earlier?.scores.get(docId);
  const answer = place < depth ? answerOn(model, place) : undefined;
  return {
    name: value === score ? 'the first order was kept' : place < depth ? name : 'behind what was reranked',
    value,
    details: { 'rank before': place + 1, 'score before': score, ...(answer && { answer }) },
    ...(from && { from }),
  };
};

const answerOn = (model: ModelAnswers | undefined, place: number): string | undefined =>
  model?.perDocument === undefined
    ? undefined
    : model.answers.slice(place * model.perDocument, (place + 1) * model.perDocument).join(' / ');
