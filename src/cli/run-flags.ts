import { type Command, Option } from 'commander';
import type { RunRequest } from '../experiment/running/index.js';
import { METHODS } from '../search/generation/index.js';
import {
  addresses,
  cacheFlag,
  dataFlag,
  depthFlag,
  engineFlag,
  fuseFlag,
  includeIncompleteFlag,
  jsonFlag,
  meansFlag,
  measureFlag,
  memoryFlag,
  missingFlag,
  offlineFlag,
  outFlag,
  overwriteFlag,
  quietFlag,
  rerankerFlag,
  retrieverFlag,
  retryFailedFlag,
  splitFlag,
  suiteFlag,
  systemFlag,
  taskFlag,
  threadsFlag,
  topKFlag,
  wholeNumber,
} from './flags.js';
import { withLlmDetails } from './llm-flags.js';
import { withModelFlags } from './model-flags.js';
import { withWriterFlags } from './writer-flags.js';

/** Flags of `r2med run` that are about its output, besides those of a request. */
export interface RunFlags extends RunRequest {
  readonly means?: boolean;
  readonly dryRun?: boolean;
  readonly shard?: string;
  readonly cache: boolean;
  readonly includeIncomplete?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export const withRunFlags = (command: Command): Command =>
  withModelFlags(withWriterFlags(withLlmDetails(withRerankerFlags(withTextFlags(basicFlags(command))))));

const basicFlags = (command: Command): Command =>
  command
    .addOption(suiteFlag())
    .addOption(taskFlag())
    .addOption(dataFlag())
    .addOption(splitFlag())
    .addOption(retrieverFlag())
    .addOption(systemFlag())
    .addOption(fuseFlag())
    .option('--experiment <file>', 'file with systems, tasks and variants: YAML, JSON or a module')
    .option('--as-published', 'reproduce known bugs of the reference implementation')
    .addOption(topKFlag())
    .addOption(engineFlag())
    .addOption(measureFlag())
    .addOption(meansFlag())
    .addOption(missingFlag())
    .addOption(outFlag())
    .addOption(overwriteFlag())
    .addOption(offlineFlag())
    .option('--dry-run', 'print what would run, and run nothing')
    .option('--shard <i/n>', 'run part i of n, counted from 1; r2med merge joins the parts (docs/shards.md)')
    .addOption(threadsFlag())
    .addOption(memoryFlag())
    .addOption(cacheFlag())
    .addOption(includeIncompleteFlag())
    .addOption(jsonFlag())
    .addOption(quietFlag());

const withTextFlags = (command: Command): Command =>
  command
    .option('--gar <method>', `generation method: ${METHODS.join(', ')}`)
    .option('--llm <name>', 'LLM that generated the texts, or that will generate them')
    .option(
      '--generations <where>',
      'published; a file or folder of query_with_hydoc.jsonl; or new, to generate them now',
      'published',
    )
    .option('--samples <n>', 'number of generated texts per query', wholeNumber)
    .addOption(
      new Option('--text-mode <mode>', 'search once with all texts, or once with each and fuse').choices([
        'together',
        'each',
      ]),
    )
    .addOption(retryFailedFlag());

const withRerankerFlags = (command: Command): Command =>
  command
    .addOption(rerankerFlag())
    .addOption(depthFlag())
    .addOption(
      new Option('--reranker-endpoint <url>', 'base URL of a rerank API server; repeatable').argParser(
        addresses,
      ),
    )
    .option('--reranker-folder <folder>', "folder with the reranker's ONNX files (default: the hub cache)");
