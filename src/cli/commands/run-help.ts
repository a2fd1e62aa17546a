import type { Command } from 'commander';
import { verb } from '../flags/index.js';
import { type RunFlags, runFlags, writerFlags } from '../run-flags.js';

/** `r2med run`: its flags and its help; the work is loaded when it is called, so help is there at once. */
export const run = (): Command =>
  verb({ ...runFlags(), ...writerFlags() })
    .addHelpText(
      'after',
      `
Each system runs on each task. A result in --out that has the same settings is
used again; a result with other settings is an error (see --overwrite).
A result in which work failed is incomplete: it is shown in brackets, no mean
counts it, and the same command continues it.
Files: <out>/<system>/<task>/record.json, run.trec, queries.jsonl. One process
at a time writes a result; a second process waits, then uses it.
--shard i/n runs a part of all queries, for job arrays and CI matrices; the
parts are no results until r2med merge joins them.
A reranked system is shown next to its first stage, with a significance test.

  $ r2med run --suite sample --retriever bm25,lsa
  $ r2med run --suite sample --gar hyde --llm sample-writer --retriever bm25
  $ r2med run --suite sample --gar hyde --retriever bm25 --generations new \\
      --llm served:http://localhost:8000/v1#my-model
  $ r2med run --suite sample --retriever bm25 --reranker bge-reranker \\
      --depth 10,100
  $ r2med run --suite sample --retriever bm25 --reranker "listwise(gpt4)"
  $ r2med run --suite sample --fuse rrf:bm25,lsa
  $ r2med run --suite sample \\
      --system "hyde(sample-writer) > bm25(k1=1.2, b=0.75) > top(10)"
  $ r2med run --experiment experiments/sample.yaml
  $ r2med run --data my-folder --retriever bm25-lucene --top-k 1000
  $ r2med run --suite sample --retriever bm25,lsa --shard 2/4
  $ r2med run --suite sample --retriever bge --endpoint http://localhost:8000/v1
  $ r2med run --suite sample --retriever \\
      "served:http://gpu2:8000/v1#my-model(sameAs=http://gpu1:8000/v1)"
  $ r2med run --suite sample --system "onnx:my-model-folder(int8)"
  $ r2med run --suite sample --retriever module:embed.mjs
  $ r2med run --data my-folder \\
      --retriever served-search:http://localhost:8080/search
  $ r2med run --suite sample --retriever bm25 --reranker module:rerank.mjs
  $ r2med run --mode eval_retrieval --task All --retriever_name bm25`,
    )
    .action(async (flags: RunFlags, command: Command) => (await import('./run.js')).runAll(flags, command));
