import { type Command, Help, type Option } from 'commander';

/** The groups of `--help`, those that most commands need first, and their flags in order. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Tasks:': [
    'work',
    'plan',
    'suite',
    'task',
    'data',
    'split',
    'from',
    'pair',
    'max-queries',
    'max-documents',
    'query',
  ],
  'Systems:': [
    'retriever',
    'system',
    'fuse',
    'reranker',
    'depth',
    'gar',
    'method',
    'llm',
    'answers',
    'generations',
    'judge',
    'dense',
    'experiment',
    'top-k',
    'engine',
    'shards',
    'replicas',
    'truncate',
    'source',
    'as-published',
  ],
  /** Those of a step of `build`, which say so themselves. */
  'Settings:': [],
  'Candidate lists:': ['sampler', 'pool', 'list-depth', 'hybrid-depth', 'recompute', 'check'],
  'Scores and tables:': [
    'results',
    'measure',
    'measures',
    'means',
    'missing',
    'slice',
    'show-queries',
    'per-query',
    'hits',
    'sentences',
    'cost',
    'published',
    'baseline',
    'include-incomplete',
  ],
  'Audit:': ['only', 'leak-with', 'cases', 'abbreviations', 'analyzer', 'figures', 'summary'],
  'Gate:': ['fail-on', 'accept', 'fail-if-worse', 'tolerance', 'significant', 'partial'],
  'Output:': [
    'out',
    'name',
    'model-name',
    'model-revision',
    'draft',
    'overwrite',
    'dry-run',
    'shard',
    'rows',
    'status',
    'json',
    'markdown',
    'html',
    'quiet',
    'help',
  ],
  'Generated texts:': ['samples', 'text-mode', 'retry-failed', 'prompts', 'show-prompt', 'tokens-per-second'],
  'LLM:': [
    'llm-endpoint',
    'llm-model',
    'reasoning',
    'temperature',
    'top-p',
    'max-tokens',
    'seed',
    'no-stream',
    'timeout',
    'price',
  ],
  'Embedders and rerankers:': [
    'endpoint',
    'model-folder',
    'precision',
    'python',
    'python-library',
    'save-vectors',
    'reranker-endpoint',
    'reranker-folder',
  ],
  'Limits:': [
    'budget',
    'budget-tokens',
    'budget-total',
    'budget-total-tokens',
    'concurrency',
    'threads',
    'memory',
    'offline',
    'no-cache',
  ],
};

/** Fewer flags are read at a glance. */
const MOST_UNGROUPED = 12;

const HEADINGS = Object.keys(GROUPS);
const NAMES = Object.values(GROUPS).flat();

/** The position of a flag; one that the table does not have is the last of the group that it names, or of all. */
const placeOf = (option: Option): number => {
  const place = NAMES.indexOf(option.long?.slice('--'.length) ?? '');
  if (place >= 0) return place;
  const group = HEADINGS.indexOf(option.helpGroupHeading ?? '');
  return group < 0
    ? NAMES.length
    : Object.values(GROUPS)
        .slice(0, group + 1)
        .flat().length - 0.5;
};

const headingOf = (option: Option): string =>
  option.helpGroupHeading ??
  HEADINGS.find((heading) => GROUPS[heading]!.includes(option.long?.slice('--'.length) ?? '')) ??
  'Options:';

/** Sorts the flags of a verb with many, and of its parts, into groups. */
export const withHelpGroups = (command: Command): Command => {
  for (const part of command.commands) withHelpGroups(part);
  const usual = new Help();
  if (usual.visibleOptions(command).length <= MOST_UNGROUPED) return command;
  return command.configureHelp({
    visibleOptions: (shown) => [...usual.visibleOptions(shown)].sort((a, b) => placeOf(a) - placeOf(b)),
    // Aliases are not shown, and would otherwise decide which group comes first.
    groupItems: <T extends Command | Option>(_: T[], visible: T[], groupOf: (item: T) => string) =>
      usual.groupItems(visible, visible, (item) =>
        'long' in item ? headingOf(item as Option) : groupOf(item),
      ),
  });
};
