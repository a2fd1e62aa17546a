import {
  type DocId,
  type Document,
  documentsById,
  type EarlierExplanation,
  fullText,
  type Hit,
  InputError,
  type Ranked,
  type Ranking,
  type Reranker,
  ranking,
  type ScorePart,
  type StageExplanation,
  type StageScore,
} from '../../core/index.js';
import { inFirstOrder } from './equal-scores.js';
import {
  belowAll,
  type Candidates,
  type ModelAnswers,
  type RerankMethod,
  type RerankOutput,
} from './rerank-method.js';

/** Settings of the rerank stage. */
export interface RerankOptions {
  /** How many hits of the first stage are put in order; 10 as published. */
  readonly depth?: number;
  /** The rest: kept behind in the first stage's order, or dropped as the reference implementation does. */
  readonly tail?: 'kept' | 'dropped';
  /** Documents of equal scores: in the first stage's order, or by descending id as evaluators, and so published figures, have them. */
  readonly ties?: 'first-stage' | 'id';
  /** Settings that are part of the name, so that results of other settings have another folder. */
  readonly named?: Readonly<Record<string, string>>;
}

/** A stage that lets an orderer rearrange the head of every ranking. */
export const rerank = (
  method: RerankMethod,
  { depth = 10, tail = 'kept', ties = 'first-stage', named = {} }: RerankOptions = {},
): Reranker => {
  if (!Number.isInteger(depth) || depth < 1)
    throw new InputError({
      found: `depth ${depth}`,
      expected: 'a whole number from 1',
      fix: 'write depth: 100',
    });
  return {
    name: nameOf(method.name, depth, named),
    ...(method.queriesAtOnce && { atOnce: method.queriesAtOnce(depth) }),
    spec: { stage: 'rerank', depth, tail, ...(ties !== 'id' && { ties }), orderer: method.spec },
    open: async (corpus, tools) => {
      const opened = await method.open(tools);
      // Read when the first ranking comes: a fully cached run of another stage should not wait for it.
      let texts: Promise<ReadonlyMap<string, Document>> | undefined;
      const counts = { ordered: 0, unchanged: 0, equal: 0 };
      const orderAll = async (batch: readonly Ranked[]): Promise<readonly RerankOutput[]> => {
        texts ??= documentsById(corpus);
        const documents = await texts;
        return opened.order(batch.map((ranked) => headOf(ranked, depth, documents)));
      };
      const rerankAll = async (batch: readonly Ranked[]): Promise<readonly Ranked[]> => {
        const ordered = await orderAll(batch);
        return batch.map((ranked, i): Ranked => {
          count(ranked.hits.slice(0, depth), ordered[i]!);
          return { query: ranked.query, hits: placed(ranked, ordered[i]!) };
        });
      };
      const count = (
        head: Ranking,
        { hits, modelScores = hits?.map(({ score }) => score) }: RerankOutput,
      ) => {
        if (!hits && head.length > 0) counts.unchanged += 1;
        // A list of one candidate is no sign of anything.
        if (head.length < 2) return;
        counts.ordered += 1;
        if (modelScores && areEqual(modelScores)) counts.equal += 1;
      };
      const placed = ({ hits }: Ranked, { hits: moved, short }: RerankOutput): Ranking => {
        const head = hits.slice(0, depth);
        if (!moved) return tail === 'kept' ? hits : head;
        const own = ownDocuments(moved, head, short === true, method.name);
        const top = ties === 'id' ? ranking(own) : inFirstOrder(own, head);
        if (tail === 'dropped') return top;
        // What a short order leaves out goes the way of the tail.
        const first = new Set(top.map(({ docId }) => docId));
        return behind(
          top,
          hits.filter(({ docId }) => !first.has(docId)),
        );
      };
      return {
        run: rerankAll,
        explainHits: async (before, documents, { earlier }) => {
          const [output] = await orderAll([before]);
          const head = headOf(before, depth, await texts!);
          return explainReranked(
            {
              name: method.name,
              depth,
              before,
              given: output!.hits ?? [],
              after: placed(before, output!),
              earlier: await earlier?.(documents),
              model: await opened.answers?.(head),
            },
            documents,
          );
        },
        get facts() {
          return { reranking: { ...opened.facts, ...counts }, ...opened.failed };
        },
      };
    },
    ...(method.close && { close: () => method.close!() }),
  };
};

/** One score for all says nothing of any of them. */
const areEqual = (scores: readonly (number | undefined)[]): boolean =>
  scores.every((score) => score !== undefined && Math.fround(score) === Math.fround(scores[0]!));

/** `bge-reranker(100)`, `listwise(gpt4, 100)`: one pair of brackets, so that the name parses back. */
const nameOf = (name: string, depth: number, named: Readonly<Record<string, string>>): string => {
  const said = [depth, ...Object.entries(named).map(([setting, value]) => `${setting}=${value}`)].join(', ');
  return name.endsWith(')') ? `${name.slice(0, -1)}, ${said})` : `${name}(${said})`;
};

const headOf = (
  { query, hits }: Ranked,
  depth: number,
  documents: ReadonlyMap<string, Document>,
): Candidates => ({
  query,
  documents: hits.slice(0, depth).map(({ docId, score }) => {
    const document = documents.get(docId);
    // A run file from elsewhere may name documents that the corpus lacks.
    return { docId, score, text: document ? fullText(document) : '' };
  }),
});

/** An orderer that invented documents, or lost some without saying so, would change recall without a word. */
const ownDocuments = (moved: readonly Hit[], head: Ranking, short: boolean, name: string): readonly Hit[] => {
  const wanted = new Set(head.map(({ docId }) => docId));
  const given = new Set(moved.map(({ docId }) => docId));
  const isWhole = short || given.size === wanted.size;
  if (given.size !== moved.length || !isWhole || [...given].some((id) => !wanted.has(id)))
    throw new Error(`${name} gave ${moved.length} documents for ${head.length}, or others than it was given`);
  return moved;
};

const behind = (top: Ranking, rest: Ranking): Ranking => {
  const scores = belowAll(
    top.map(({ score }) => score),
    rest.length,
  );
  return [...top, ...rest.map(({ docId }, i) => ({ docId, score: scores[i]! }))];
};

interface Reranking {
  readonly name: string;
  readonly depth: number;
  readonly before: Ranked;
  /** The scores as the method gave them. */
  readonly given: readonly Hit[];
  readonly after: Ranking;
  readonly earlier: EarlierExplanation | undefined;
  readonly model: ModelAnswers | undefined;
}

/** A reranked score is one number of the model's, with the rank that the document had before, and why. */
const explainReranked = (reranking: Reranking, documents: readonly Document[]): StageExplanation => {
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
          : [[id, { kind: 'model', score, parts: partsOf(reranking, id, score) }]];
      }),
    ),
    ...(answers.length > 0 && { answers: [...(rest.answers ?? []), ...answers] }),
  };
};

/** The model's own score, and the step that keeps documents of equal scores in the order of the first stage. */
const partsOf = (reranking: Reranking, docId: DocId, score: number): readonly ScorePart[] => {
  const own = reranking.given.find((hit) => hit.docId === docId)?.score ?? score;
  const part = partOf(reranking, docId, own);
  return own === score ? [part] : [part, { name: 'equal scores keep the first order', value: score - own }];
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
