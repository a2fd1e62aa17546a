import { InputError, lookup, type Retriever, type Settings, type Task } from '../core/index.js';
import {
  DIAGNOSE,
  diagnose,
  FEEDBACK,
  feedback,
  type GenerationMethod,
  hyde,
  lamer,
  type NamedCorpus,
  query2doc,
  SEARCH_O1,
  SEARCH_R1,
  SEARCHES_WITH,
  searchO1,
  searchR1,
} from '../generation/index.js';
import type { Continuation, ReasoningStyle } from '../llms/index.js';
import { exampleLeak, type Prompts } from '../prompts/index.js';

/** What a user may say about a method; each takes what concerns it and has its own defaults. */
export interface GenerationMethodSettings {
  /** Search agents: searches, calls and documents at most. */
  readonly searches?: number;
  readonly turns?: number;
  /** Search agents and feedback: documents read per search. */
  readonly documents?: number;
  /** Search agents and feedback: the system that searches; R2MED's BM25 unless another is named. */
  readonly retriever?: string;
  /** Search agents: where they search, if not in the task's own corpus. */
  readonly corpus?: NamedCorpus;
  /** Diagnose: the most candidates. */
  readonly candidates?: number;
  /** Feedback: how often documents are read. */
  readonly rounds?: number;
}

/** Where a method of writing is put together. */
export interface GenerationMethodContext {
  readonly task: Task;
  readonly prompts: Prompts;
  readonly settings?: GenerationMethodSettings;
  /** The model that will write; a prompt can be shown without one. */
  readonly speaker?: { readonly continuation: Continuation; readonly reasoning: ReasoningStyle };
  /** Builds the system of an expression such as `bge`, keeping so many hits. */
  retriever(expression: string, topK: number): Promise<Retriever>;
}

/** A method, and what a system's text may say of it besides what holds for all. */
interface NamedMethod {
  readonly settings: Settings;
  make(place: GenerationMethodContext): GenerationMethod | Promise<GenerationMethod>;
}

const NOBODY = { continuation: 'turns', reasoning: 'auto' } as const;

const methodSetting = ({ prompts, task, speaker = NOBODY }: GenerationMethodContext) => ({
  prompts,
  task: task.name,
  reasoning: speaker.reasoning,
});

/** The most documents that one search of an agent or a round reads, unless the user says otherwise; their own defaults. */
const MOST_READ = 10;

const agentSetting = async (place: GenerationMethodContext) => {
  const { prompts, task, speaker = NOBODY, settings = {} } = place;
  const { turns, documents, corpus, retriever = SEARCHES_WITH.default } = settings;
  return {
    prompts,
    task: task.name,
    continuation: speaker.continuation,
    reasoning: speaker.reasoning,
    retriever: await place.retriever(retriever, documents ?? MOST_READ),
    ...(turns && { turns }),
    ...(documents && { documents }),
    ...(corpus && { corpus }),
  };
};

/** The methods that write a text before the search: R2MED's five, then our own. */
export const generationMethods = {
  hyde: { settings: {}, make: (place) => hyde(methodSetting(place)) },
  query2doc: {
    settings: {},
    make: (place) => {
      mustNotLeak(place);
      return query2doc(methodSetting(place));
    },
  },
  lamer: {
    settings: {},
    make: async (place) =>
      lamer({ ...methodSetting(place), retriever: await place.retriever('bm25', MOST_READ) }),
  },
  'search-o1': {
    settings: SEARCH_O1,
    make: async (place) => {
      const { searches } = place.settings ?? {};
      return searchO1({ ...(await agentSetting(place)), ...(searches && { searches }) });
    },
  },
  'search-r1': { settings: SEARCH_R1, make: async (place) => searchR1(await agentSetting(place)) },
  diagnose: {
    settings: DIAGNOSE,
    make: (place) => {
      const { candidates } = place.settings ?? {};
      return diagnose({ ...methodSetting(place), ...(candidates && { candidates }) });
    },
  },
  feedback: {
    settings: { ...FEEDBACK, retriever: SEARCHES_WITH },
    make: async (place) => {
      const { retriever = SEARCHES_WITH.default, ...said } = place.settings ?? {};
      const { rounds = FEEDBACK.rounds.default, documents = FEEDBACK.documents.default } = said;
      // What was read in an earlier round is passed over in the next.
      const found = await place.retriever(retriever, rounds * documents);
      return feedback({ ...methodSetting(place), retriever: found, rounds, documents });
    },
  },
} as const satisfies Record<string, NamedMethod>;

/** Their names. */
export const METHODS = Object.keys(generationMethods);

/** The method of a name, put together for a task. */
export const generationMethod = async (
  method: string,
  place: GenerationMethodContext,
): Promise<GenerationMethod> => namedMethod(method).make(place);

export const namedMethod = (method: string): NamedMethod =>
  lookup<NamedMethod>('generation method', generationMethods, method);

/** Examples that hold what is asked would be an answer sheet. */
const mustNotLeak = ({ prompts, task }: GenerationMethodContext): void => {
  const { text, source } = prompts.template('query2doc/examples', task.name);
  const leak = exampleLeak(text, task.queries);
  if (leak)
    throw new InputError({
      at: { file: source },
      found: `examples that hold the query "${leak.query}" of ${task.name}`,
      expected: 'examples that are not among the queries they are used for',
      fix: 'write other examples',
    });
};
