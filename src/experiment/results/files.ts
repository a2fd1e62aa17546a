/** The files of a result. */
export const RECORD = 'record.json';
export const QUERIES = 'queries.jsonl';
export const RUN = 'run.trec';
