// node measures.js: the measures of a record over invented rankings.
import { defaultMeasures, evaluate } from '../../../dist/evaluation/measures.js';
import { dice } from '../../invented-text.js';

const QUERIES = 876;
const DEPTH = 100;

const roll = dice(3);
const documents = Array.from({ length: DEPTH }, (_, i) => `doc-${i}`);
const queries = Array.from({ length: QUERIES }, (_, i) => `query-${i}`);
/** In order, as systems return them. */
const ranking = () =>
  documents.map((docId) => ({ docId, score: roll() })).sort((one, other) => other.score - one.score);
const run = new Map(queries.map((id) => [id, ranking()]));
const judgements = new Map(
  queries.map((id) => [id, new Map(documents.filter(() => roll() < 0.05).map((document) => [document, 1]))]),
);
evaluate(run, judgements, [...defaultMeasures(DEPTH)]);
