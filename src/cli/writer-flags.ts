import type { Command } from 'commander';
import { InputError } from '../core/index.js';
import type { GenerationMethodSettings } from '../systems/index.js';
import { wholeNumber } from './flags.js';

const AGENTS = ['search-o1', 'search-r1'];

/** The methods that each flag says something about. */
const CONCERNS = {
  searches: ['search-o1'],
  turns: AGENTS,
  documents: [...AGENTS, 'feedback'],
  agentRetriever: [...AGENTS, 'feedback'],
  agentCorpus: AGENTS,
  candidates: ['diagnose'],
  rounds: ['feedback'],
} as const satisfies Partial<Record<keyof WriterFlags, readonly string[]>>;

/** A setting that would be passed over in silence is a mistake: whoever gave it believes that it counts. */
export const mustConcern = (method: string, flags: WriterFlags): void => {
  for (const [name, methods] of Object.entries(CONCERNS))
    if (
      flags[name as keyof typeof CONCERNS] !== undefined &&
      !(methods as readonly string[]).includes(method)
    )
      throw new InputError({
        found: `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} for ${method}`,
        expected: `it only with ${methods.join(', ')}`,
        fix: 'leave it out',
      });
};

/** What a user may say about a method of writing. */
export interface WriterFlags {
  readonly prompts?: string;
  readonly searches?: number;
  readonly turns?: number;
  readonly documents?: number;
  readonly agentRetriever?: string;
  readonly agentCorpus?: string;
  readonly candidates?: number;
  readonly rounds?: number;
}

export const withWriterFlags = (command: Command): Command =>
  command
    .option('--prompts <folder>', 'prompts of your own, laid out as data/prompts; they come before ours')
    .option('--searches <n>', 'search-o1: the most searches per query', wholeNumber)
    .option('--turns <n>', 'search agents: the most turns per query', wholeNumber)
    .option('--documents <n>', 'search agents and feedback: documents read per search', wholeNumber)
    .option('--agent-retriever <system>', 'search agents and feedback: what searches (default: bm25)')
    .option(
      '--agent-corpus <folder>',
      "search agents: a folder with corpus.jsonl, instead of the task's own (task)",
    )
    .option('--candidates <n>', 'diagnose: the most candidates', wholeNumber)
    .option('--rounds <n>', 'feedback: rounds of reading', wholeNumber);

export const writerSettings = async (flags: WriterFlags): Promise<GenerationMethodSettings> => {
  const { searches, turns, documents, agentRetriever, agentCorpus, candidates, rounds } = flags;
  const elsewhere = agentCorpus && agentCorpus !== 'task' ? agentCorpus : undefined;
  const other = elsewhere && (await (await import('../tasks/index.js')).openCorpus(elsewhere));
  return {
    ...(searches && { searches }),
    ...(turns && { turns }),
    ...(documents && { documents }),
    ...(agentRetriever && { retriever: agentRetriever }),
    ...(other && { corpus: other }),
    ...(candidates && { candidates }),
    ...(rounds && { rounds }),
  };
};
