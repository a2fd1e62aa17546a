import { type Command, Option } from 'commander';
import { METHODS, type SystemFlags } from '../systems/index.js';
import type { TaskFlags } from './chosen-tasks.js';
import {
  dataFlag,
  depthFlag,
  fuseFlag,
  includeIncompleteFlag,
  meansFlag,
  measureFlag,
  missingFlag,
  outFlag,
  rerankerFlag,
  retrieverFlag,
  splitFlag,
  systemFlag,
  taskFlag,
  wholeNumber,
} from './flags.js';
import { type LlmFlags, withLlmDetails } from './llm-flags.js';
import { withModelFlags } from './model-flags.js';
import type { SystemContextFlags } from './system-context.js';
import { withWriterFlags } from './writer-flags.js';

/** Everything that `r2med run` may be told. */
export interface RunFlags
  extends TaskFlags,
    SystemFlags,
    SystemContextFlags,
    Omit<LlmFlags, keyof SystemContextFlags | 'llm'> {
  readonly experiment?: string;
  readonly generations: string;
  readonly retryFailed?: boolean;
  readonly asPublished?: boolean;
  readonly topK: number;
  readonly measure: string;
  readonly means?: boolean;
  readonly missing: 'zero' | 'skip';
  readonly out: string;
  readonly overwrite?: boolean;
  readonly dryRun?: boolean;
  readonly cache: boolean;
  readonly includeIncomplete?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export const withRunFlags = (command: Command): Command =>
  withModelFlags(withWriterFlags(withLlmDetails(withRerankerFlags(withTextFlags(basicFlags(command))))));

const basicFlags = (command: Command): Command =>
  command
    .option('--suite <name>', 'r2med, nano or sample (default: r2med, unless --data is given)')
    .addOption(taskFlag())
    .addOption(dataFlag())
    .addOption(splitFlag())
    .addOption(retrieverFlag())
    .addOption(fuseFlag())
    .addOption(systemFlag())
    .option('--experiment <file>', 'systems, tasks and variants from a file: YAML, JSON or a module')
    .option('--as-published', 'do as the reference does where its behaviour was odd')
    .option('--top-k <n>', 'hits kept per query', wholeNumber, 100)
    .addOption(measureFlag())
    .addOption(meansFlag())
    .addOption(missingFlag())
    .addOption(outFlag())
    .option('--overwrite', 'replace results made with other settings, or damaged')
    .option('--offline', 'never touch the network; without it, tasks that are not here are fetched')
    .option('--dry-run', 'say what would run, and run nothing')
    .option('--threads <n>', 'worker threads (default: all cores)', wholeNumber)
    .option('--no-cache', 'neither read nor write the index cache')
    .addOption(includeIncompleteFlag())
    .option('--json', 'print JSON')
    .option('--quiet', 'no notes, no progress');

const withTextFlags = (command: Command): Command =>
  command
    .option('--gar <method>', `search with generated texts: ${METHODS.join(', ')}`)
    .option('--llm <name>', 'who wrote the texts, or is to write them')
    .option(
      '--generations <where>',
      'published; a file or folder of query_with_hydoc.jsonl; or new, to have them written now',
      'published',
    )
    .option('--samples <n>', 'texts per query', wholeNumber)
    .addOption(
      new Option('--text-mode <mode>', 'several texts of a query: one search, or one each and fused').choices(
        ['together', 'each'],
      ),
    )
    .option('--retry-failed', 'ask a model again what failed before');

const withRerankerFlags = (command: Command): Command =>
  command
    .addOption(rerankerFlag())
    .addOption(depthFlag())
    .addOption(
      new Option(
        '--reranker-endpoint <url>',
        'server of a rerank API that serves the reranker; repeatable',
      ).argParser((value: string, earlier: readonly string[] | undefined) => [
        ...(earlier ?? []),
        ...value.split(','),
      ]),
    )
    .option('--reranker-folder <folder>', "folder with the reranker's ONNX files, instead of the hub cache");
