/**
 * BM25 as BEIR asks a cluster for it: title and text in two fields with the `english` analyzer, documents written by `index`, 500 in a
 * request; queries as `multi_match` over both fields, 128 in a request, scored by the figures of all shards. Python's `beir` itself
 * cannot be measured here, since its client refuses OpenSearch.
 */
export const beirIndex = (url, name) => {
  const ask = async (method, path, body) => {
    const headers = { 'content-type': body?.endsWith('\n') ? 'application/x-ndjson' : 'application/json' };
    const answer = await fetch(`${url}${path}`, { method, headers, body });
    const json = await answer.json();
    if (!answer.ok || json.errors)
      throw new Error(`${method} ${path}: ${JSON.stringify(json).slice(0, 300)}`);
    return json;
  };
  const lines = (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  return {
    drop: () => ask('DELETE', `/${name}?ignore_unavailable=true`),
    load: async (documents) => {
      const field = { type: 'text', analyzer: 'english' };
      await ask(
        'PUT',
        `/${name}`,
        JSON.stringify({ mappings: { properties: { title: field, txt: field } } }),
      );
      for (let at = 0; at < documents.length; at += 500) {
        const batch = documents.slice(at, at + 500);
        const rows = batch.flatMap(({ id, title = '', text }) => [
          { index: { _id: id } },
          { title, txt: text },
        ]);
        await ask('POST', `/${name}/_bulk`, lines(rows));
      }
      // BEIR sleeps for two seconds, until the cluster has refreshed by itself; here nothing is waited for in vain.
      await ask('POST', `/${name}/_refresh`);
    },
    /** The best documents of each query by id: not of ties, which the cluster orders as it likes. */
    search: async (queries, top) => {
      const run = new Map();
      for (let at = 0; at < queries.length; at += 128) {
        const batch = queries.slice(at, at + 128);
        const asked = batch.flatMap(({ text }) => [
          { index: name, search_type: 'dfs_query_then_fetch' },
          {
            _source: false,
            query: {
              multi_match: { query: text, type: 'best_fields', fields: ['title', 'txt'], tie_breaker: 0.5 },
            },
            size: top + 1,
          },
        ]);
        const { responses } = await ask('POST', '/_msearch', lines(asked));
        batch.forEach(({ id }, i) => {
          const hits = responses[i].hits.hits.filter(({ _id }) => _id !== id).slice(0, top);
          run.set(
            id,
            hits.map(({ _id, _score }) => ({ docId: _id, score: _score })),
          );
        });
      }
      return run;
    },
  };
};
