import type { TermFigures } from '../engine.js';
import { engineToken } from '../engine-token.js';
import type { Database, Talking } from './client.js';

/** In how many documents of a collection each of these terms is, and the first of them; terms that it lacks are left out. */
export const readTermFigures = async (
  database: Database,
  schema: string,
  terms: readonly string[],
  tools: Talking,
): Promise<ReadonlyMap<string, TermFigures>> => {
  if (terms.length === 0) return new Map();
  const rows = await database.ask(
    `select a.place, sum(cardinality(p.rows))::float8 as documents, min(p.rows[1]) as first
     from json_to_recordset($1::text::json) a(place int, term text) join ${schema}.postings p on p.term = a.term group by a.place`,
    [JSON.stringify(terms.map((term, place) => ({ place, term: engineToken(term) })))],
    tools,
  );
  return new Map(
    rows.map(({ place, documents, first }) => [
      terms[Number(place)]!,
      { documentFrequency: Number(documents), firstRow: Number(first) },
    ]),
  );
};
