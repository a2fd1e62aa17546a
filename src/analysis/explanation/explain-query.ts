import {
  cachedOnly,
  type DocId,
  type Document,
  documentsById,
  InputError,
  nearest,
  type Query,
  type Ranking,
  type Retriever,
  type ScoreKind,
  type StageExplanation,
  type Task,
  type Tools,
} from '../../core/index.js';
import type {
  MissingEvidence,
  QueryExplanation,
  ResultRecord,
  SystemExplanation,
} from '../../experiment/record/index.js';
import { documentsToExplain, explainRanking } from './explained-ranking.js';
import { type RecordedRanking, type RecordedRankings, recordedRankings } from './recorded-ranking.js';
import { whyLine } from './why.js';
import { type Found, type SystemToExplain, withStages } from './with-stages.js';

/** What decides an explanation besides the query. */
interface ExplainSettings {
  readonly task: Task;
  /** Stages, or texts with the way to build them. */
  readonly systems: readonly (Retriever | SystemToExplain)[];
  readonly tools: Tools;
  /** How many of the first hits are explained; 10. */
  readonly hits?: number;
  /** Whether texts of documents are part of it; true. */
  readonly texts?: boolean;
  /** Asks embedders for the vectors of sentences, to show which are nearest to the query. */
  readonly sentences?: boolean;
  /** Asks embedders for the vectors of parts of the documents, to say what sentences and words add to a score. */
  readonly terms?: boolean;
  /** Documents of the task by id, for callers that ask for many queries; by default the corpus is read for each. */
  documents?(ids: ReadonlySet<DocId>): Promise<ReadonlyMap<DocId, Document>>;
  /** The command that makes again what is no longer cached, for messages; `record`: what is there, and would be replaced. */
  commandFor?(system: string, what: 'record' | 'sentences', record?: ResultRecord): string;
}

/** Settings of `explainQuery`. */
export interface ExplainOptions extends ExplainSettings {
  /** The id of a query of the task. */
  readonly query: string;
  /** Folder of records; without one, or without a record there, the query is searched with what is cached. */
  readonly results?: string;
}

/**
 * Why a query of a task came out as it did, system by system: from records and from cached indexes, vectors, scores and
 * answers. No model is asked, but for `sentences` and `terms`; what is no longer cached is listed in `missing`.
 * @example
 * import { bm25, nodeTools, task } from 'r2med';
 * import { explainQuery } from 'r2med/analysis';
 *
 * const diagnosis = await task('sample', 'MedQA-Diag');
 * const { systems } = await explainQuery({
 *   task: diagnosis,
 *   query: 'mqa-q04',
 *   systems: [bm25()],
 *   tools: nodeTools({ quiet: true }),
 * });
 * console.log(systems[0]!.why);
 */
export const explainQuery = async (options: ExplainOptions): Promise<QueryExplanation> => {
  const { task, results, tools } = options;
  const query = queryOf(task, options.query);
  const systems: SystemExplanation[] = [];
  for (const system of options.systems.map(asSystem)) {
    const rankings =
      results === undefined
        ? undefined
        : ((await system.rankings?.()) ?? (await rankingsOf(system, results, task)));
    systems.push(await explainSystem(system, query, rankings?.(query.id), options, cachedOnly(tools)));
  }
  const { answer, bodySystem } = task.labels.get(query.id) ?? {};
  const excluded = task.excluded?.get(query.id);
  return {
    task: { name: task.name, suite: task.suite },
    query: {
      id: query.id,
      text: query.text,
      ...(answer && { answer }),
      ...(bodySystem && { bodySystem }),
      ...(excluded && { excluded: [...excluded] }),
    },
    systems,
  };
};

/** Settings of `explainSearch`. */
export interface ExplainSearchOptions extends ExplainSettings {
  readonly text: string;
}

/** Searches a task with a text of the user's and explains what is found. Models that the systems have are asked. */
export const explainSearch = async (options: ExplainSearchOptions): Promise<QueryExplanation> => {
  const { task, text, tools } = options;
  if (text.trim() === '')
    throw new InputError({
      found: 'an empty text',
      expected: 'words to search with',
      fix: 'write a query in quotes',
    });
  // Not the id of any query of the task: what is stored by id is not what this text asks for.
  const query = { id: `search: ${text}` as Query['id'], text };
  const systems: SystemExplanation[] = [];
  for (const system of options.systems.map(asSystem))
    systems.push(await explainSystem(system, query, undefined, options, tools));
  return { task: { name: task.name, suite: task.suite }, query: { id: query.id, text }, systems };
};

/** By its text, or by the name that its stages have: models are named without their address or file. */
const rankingsOf = async (
  system: SystemToExplain,
  results: string,
  task: Task,
): Promise<RecordedRankings | undefined> => {
  const found = await recordedRankings(results, system.name, task);
  if (found) return found;
  // Where it cannot be built, the search reports it.
  const stage = await system
    .build()
    .catch(() => system.build(WHILE_RUN(system)))
    .catch(() => undefined);
  await stage?.close?.();
  return stage && stage.name !== system.name ? recordedRankings(results, stage.name, task) : undefined;
};

/** As a record says it of texts that were generated while the system ran: no file of texts is then needed to know its name. */
const WHILE_RUN = ({ name }: SystemToExplain) => ({ name, spec: [{ stage: 'live-writing' }] });

const asSystem = (system: Retriever | SystemToExplain): SystemToExplain =>
  'build' in system ? system : { name: system.name, build: async () => system };

/** A judged query that the query file lacks: it counts 0 in every mean, and there is nothing to search for. */
const isNeverAsked = ({ queries, judgements }: Task, { id }: Query): boolean =>
  judgements.has(id) && !queries.some((each) => each.id === id);

const queryOf = (task: Task, id: string): Query => {
  const query = task.queries.find((each) => each.id === id);
  if (query) return query;
  const judged = [...task.judgements.keys()].find((each) => each === id);
  if (judged !== undefined) return { id: judged, text: '' };
  const ids = task.queries.map((each): string => each.id);
  const near = nearest(id, ids);
  throw new InputError({
    found: `no query "${id}" in ${task.name}`,
    expected: `one of its ${ids.length} queries: ${ids.slice(0, 3).join(', ')}${ids.length > 3 ? ', …' : ''}`,
    ...(near && { fix: `did you mean "${near}"?` }),
  });
};

const explainSystem = async (
  system: SystemToExplain,
  query: Query,
  recorded: RecordedRanking | undefined,
  options: ExplainSettings,
  tools: Tools,
): Promise<SystemExplanation> => {
  const { task, hits: shown = 10, texts = true, sentences = false, terms = false, commandFor } = options;
  const documentsOf = options.documents ?? ((ids) => documentsById(task.corpus, ids));
  const missing: MissingEvidence[] = recorded?.incomplete ? [{ what: recorded.incomplete }] : [];
  const grades = task.judgements.get(query.id) ?? new Map();
  const textsOf = (hits: Ranking) => documentsOf(new Set(documentsToExplain(hits, grades, shown)));
  const ask = async (stage: Retriever): Promise<Found> => {
    const runner = await stage.open(task.corpus, tools);
    const hits = recorded?.hits ?? (await runner.run([query]))[0]!.hits;
    const documents = await textsOf(hits);
    const explained = await runner.explainHits?.(query, [...documents.values()], { sentences, terms });
    return { hits, documents, explained: explained ?? NOTHING, name: stage.name };
  };
  const lost = async (what?: string, repair = true): Promise<Found> => {
    if (what !== undefined)
      missing.push({
        what,
        ...(repair && commandFor && { command: commandFor(system.name, 'record', recorded!.record) }),
      });
    const { hits, record } = recorded!;
    return { hits, documents: await textsOf(hits), explained: NOTHING, name: record.name };
  };
  const neverAsked = isNeverAsked(task, query);
  const { hits, documents, explained, name } = neverAsked
    ? { hits: [], documents: await textsOf([]), explained: NOTHING, name: system.name }
    : await withStages(system, recorded, ask, lost);
  const ranking = explainRanking({ system: name, hits, grades, explained, documents, shown, texts });
  for (const what of explained.missing ?? [])
    missing.push({ what, ...(commandFor && { command: commandFor(system.name, 'sentences') }) });
  if (ranking.differing > 0)
    missing.push({
      what: `why ${ranking.differing} hits score as they do: the stages give other scores now`,
    });
  const generated = explained.generated ?? [];
  return {
    system: recorded?.record.name ?? name,
    from: recorded ? 'record' : 'search',
    scoreIs: SCORE_IS[ranking.first?.kind ?? 'given'],
    scores: recorded?.scores ?? {},
    generated: generated.map(({ method, llm, text, thinking }) => ({
      method,
      llm,
      text,
      ...(thinking && { thinking }),
    })),
    ...(explained.expanded?.length && { expanded: explained.expanded }),
    ...(explained.chosen?.length && { chosen: explained.chosen }),
    ...(explained.answers?.length && { answers: explained.answers }),
    gold: ranking.gold,
    hits: ranking.hits,
    found: hits.length,
    nearestMiss: ranking.nearestMiss,
    why: neverAsked
      ? NEVER_ASKED
      : whyLine({
          ...(ranking.best && { gold: ranking.best }),
          found: hits.length,
          terms: explained.terms,
          isRewritten: generated.length > 0 || explained.expanded !== undefined,
          first: ranking.first,
          isByHand: !task.queries.some(({ id }) => id === query.id),
        }),
    missing,
  };
};

const NEVER_ASKED = 'it is judged but not in the query file: nothing was searched for, and it counts 0';

/** What a score is, for a heading. */
const SCORE_IS: Readonly<Record<ScoreKind, string>> = {
  terms: 'sum of terms',
  weights: 'sum of weights of shared words',
  tokens: 'sum over the tokens of the query',
  vectors: 'nearness of vectors',
  lists: 'sum of shares of rankings',
  model: 'score of the reranker',
  given: 'as given',
};

const NOTHING: StageExplanation = { scores: new Map() };
