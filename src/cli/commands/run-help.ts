import { Command } from 'commander';
import { type RunFlags, withRunFlags } from '../run-flags.js';

/** `r2med run`: its flags and its help; the work is loaded when it is called, so help is there at once. */
export const run = (): Command =>
  withRunFlags(new Command())
    .addHelpText(
      'after',
      `
Each system runs on each task. A result already in --out with the same settings is not run again; one with other
settings is never mixed in; one that is incomplete, since work failed, is shown in brackets, counted nowhere, and
continued by the same command. What it leaves: <out>/<system>/<task>/record.json, run.trec, queries.jsonl.
One process at a time works on a result: a second one waits, then uses it.
A reranked system is always shown beside its first stage, with the difference and its test.

  $ r2med run --suite sample --retriever bm25,lsa
  $ r2med run --suite sample --gar hyde --llm sample-writer --retriever bm25
  $ r2med run --suite sample --gar hyde --llm served:http://localhost:8000/v1#mine --generations new --retriever bm25
  $ r2med run --suite sample --retriever bm25 --reranker bge-reranker --depth 10,100
  $ r2med run --suite sample --retriever bm25 --reranker "listwise(gpt4)" --depth 20
  $ r2med run --suite sample --fuse rrf:bm25,lsa
  $ r2med run --suite sample --system "hyde(sample-writer) > bm25(k1=1.2, b=0.75) > top(10)"
  $ r2med run --experiment experiments/sample.yaml
  $ r2med run --data my-folder --retriever bm25-lucene --top-k 1000
  $ r2med run --suite sample --retriever bge --endpoint http://localhost:8000/v1
  $ r2med run --suite sample --retriever "served:http://gpu2:8000/v1#my-model(sameAs=http://gpu1:8000/v1)"
  $ r2med run --suite sample --retriever onnx:my-model-folder --system "onnx:my-model-folder(int8)"
  $ r2med run --suite sample --retriever module:embed.mjs
  $ r2med run --data my-folder --retriever served-search:http://localhost:8080/search
  $ r2med run --suite sample --retriever bm25 --reranker module:rerank.mjs --depth 20
  $ r2med run --mode eval_retrieval --task All --retriever_name bm25`,
    )
    .action(async (flags: RunFlags, command: Command) => (await import('./run.js')).runAll(flags, command));
