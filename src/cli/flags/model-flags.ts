import { PRECISIONS } from '../../core/index.js';
import { REASONING, type ReasoningStyle } from '../../models/llms/index.js';
import { off, on, oneOf, read, text } from './flag.js';
import {
  addresses,
  deviceList,
  dollars,
  memorySize,
  numberFrom,
  prices,
  seedOf,
  wholeNumber,
} from './parsers.js';

/** The groups about models and what they may take: the last ones of `--help`. */
export const modelFlagGroups = () => ({
  'Generated texts:': {
    samples: read('<n>', 'number of generated texts per query', wholeNumber),
    textMode: oneOf('<mode>', 'search once with all texts, or once with each and fuse', ['together', 'each']),
    retryFailed: on('repeat also LLM calls whose failure is an answer: a refusal, or no readable score'),
    prompts: text(
      '<folder>',
      'folder of custom prompt templates (layout of data/prompts); they override the defaults',
    ),
    showPrompt: on('print the prompt for --query, else the first query of each task; make no call'),
    tokensPerSecond: read('<n>', 'with --dry-run: output speed of one request', wholeNumber),
  },
  'LLM:': {
    llmEndpoint: read(
      '<url>',
      'base URL of an OpenAI-compatible server, or NAME=URL for one of several LLMs; repeatable',
      addresses,
    ),
    llmModel: text('<id>', 'model id on that server (default: the registered id)'),
    reasoning: oneOf(
      '<style>',
      'format of the reasoning in the output',
      Object.keys(REASONING) as ReasoningStyle[],
    ),
    temperature: read('<t>', 'sampling temperature', numberFrom(0)),
    topP: read('<p>', 'top-p (nucleus) sampling', numberFrom(0, 1)),
    maxTokens: read('<n>', 'output tokens per call, reasoning included', wholeNumber),
    seed: read('<n>', 'random seed', seedOf(9)),
    stream: off('request each response in one piece'),
    timeout: read(
      '<seconds>',
      'time without data before a retry; a stream has 48 times that in all (default: 300; 600 with --no-stream)',
      wholeNumber,
    ),
    price: read('<in,out>', 'US dollars per million input and output tokens', prices),
  },
  'Embedders and rerankers:': {
    endpoint: read('<url>', 'base URL of an OpenAI-compatible server; repeatable', addresses),
    modelFolder: text('<folder>', "folder with the model's ONNX files (default: the hub cache)"),
    precision: oneOf(
      '<type>',
      'number type: of the ONNX file (default: fp32), or with --python (default: bf16 on a GPU)',
      PRECISIONS,
    ),
    python: text(
      '<program>',
      'Python program that runs embedders and rerankers; see `r2med models show NAME`',
    ),
    pythonLibrary: text(
      '<name>',
      'sentence-transformers, vllm, or a Python module (default: sentence-transformers)',
    ),
    devices: read(
      '<list>',
      'GPUs that run the model with --python, one process each, for example 0,1',
      deviceList,
    ),
    queryPrompt: text(
      '<text>',
      "put before queries, or around {text}, in place of the model's prompt; \\n is a new line",
    ),
    documentPrompt: text('<text>', 'the same for documents'),
    promptName: text('<name>', "prompt for queries among those of the model's own files"),
    saveVectors: text('<folder>', 'write dense vectors also as .npy files with their ids'),
    rerankerEndpoint: read('<url>', 'base URL of a rerank API server; repeatable', addresses),
    rerankerFolder: text('<folder>', "folder with the reranker's ONNX files (default: the hub cache)"),
  },
  'Limits:': {
    budget: read('<usd>', 'stop before this command spends more than this', dollars),
    budgetTokens: read('<n>', 'stop before this command uses more tokens than this', wholeNumber),
    budgetTotal: read('<usd>', 'the same, counting also all cached calls of the LLM', dollars),
    budgetTotalTokens: read('<n>', 'the same in tokens', wholeNumber),
    concurrency: read('<n>', 'number of requests in flight', wholeNumber),
    batchApi: on('submit requests to services as batches: about half the price, answers within a day'),
    threads: read('<n>', 'worker threads (default: all cores; of a gguf: model 1)', wholeNumber),
    memory: read(
      '<size>',
      'memory that may be used, for example 4GB (default: what the machine or container has)',
      memorySize,
    ),
    offline: on('use local files only (default: download missing tasks and models)'),
    cache: off('neither read nor write the cache'),
  },
});
