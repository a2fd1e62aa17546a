/** r2med/engines: corpora on a search engine, searched by the systems that are exact there. */
export {
  type Candidate,
  type CandidateQuery,
  type Collection,
  type Engine,
  type EngineAbout,
  type EngineName,
  engineBm25,
  engines,
  type Figures,
  type LoadOptions,
  openEngine,
  type ScoredRow,
  type TermFigures,
  type TermsIndex,
  type TermsRecipe,
  type Weights,
} from './index.js';
