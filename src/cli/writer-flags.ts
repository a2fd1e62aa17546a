import type { Command } from 'commander';
import { InputError } from '../core/index.js';
import type { GenerationMethodSettings } from '../systems/index.js';
import { promptsFlag, wholeNumber } from './flags.js';

const AGENTS = ['search-o1', 'search-r1'];

/** The methods that each flag says something about. */
const CONCERNS = {
  maxSearches: ['search-o1'],
  maxTurns: AGENTS,
  documents: [...AGENTS, 'feedback'],
  agentRetriever: [...AGENTS, 'feedback'],
  agentCorpus: AGENTS,
  maxCandidates: ['diagnose'],
  rounds: ['feedback'],
} as const satisfies Partial<Record<keyof WriterFlags, readonly string[]>>;

/** A setting that would be ignored in silence is a mistake: the user believes that it counts. */
export const mustConcern = (method: string, flags: WriterFlags): void => {
  for (const [name, methods] of Object.entries(CONCERNS))
    if (
      flags[name as keyof typeof CONCERNS] !== undefined &&
      !(methods as readonly string[]).includes(method)
    )
      throw new InputError({
        found: `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} for ${method}`,
        expected: `this flag only with ${methods.join(', ')}`,
        fix: 'leave it out',
      });
};

/** What a user may say about a method of writing. */
export interface WriterFlags {
  readonly prompts?: string;
  readonly maxSearches?: number;
  readonly maxTurns?: number;
  readonly documents?: number;
  readonly agentRetriever?: string;
  readonly agentCorpus?: string;
  readonly maxCandidates?: number;
  readonly rounds?: number;
}

export const withWriterFlags = (command: Command): Command =>
  command
    .addOption(promptsFlag())
    .option('--max-searches <n>', 'search-o1: searches per query, at most', wholeNumber)
    .option('--max-turns <n>', 'search agents: turns per query, at most', wholeNumber)
    .option('--documents <n>', 'search agents and feedback: documents read per search', wholeNumber)
    .option('--agent-retriever <system>', 'search agents and feedback: their search system (default: bm25)')
    .option(
      '--agent-corpus <folder>',
      'search agents: folder with a corpus.jsonl to search (default: the task)',
    )
    .option('--max-candidates <n>', 'diagnose: candidates per query, at most', wholeNumber)
    .option('--rounds <n>', 'feedback: number of rounds', wholeNumber);

export const writerSettings = async (flags: WriterFlags): Promise<GenerationMethodSettings> => {
  const { maxSearches, maxTurns, documents, agentRetriever, agentCorpus, maxCandidates, rounds } = flags;
  const elsewhere = agentCorpus && agentCorpus !== 'task' ? agentCorpus : undefined;
  const other = elsewhere && (await (await import('../tasks/index.js')).openCorpus(elsewhere));
  return {
    ...(maxSearches && { searches: maxSearches }),
    ...(maxTurns && { turns: maxTurns }),
    ...(documents && { documents }),
    ...(agentRetriever && { retriever: agentRetriever }),
    ...(other && { corpus: other }),
    ...(maxCandidates && { candidates: maxCandidates }),
    ...(rounds && { rounds }),
  };
};
