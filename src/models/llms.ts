import { z } from 'zod';
import { lookup } from '../core/index.js';
import { packageData } from '../machine/index.js';
import { REASONING, type ReasoningStyle } from './reasoning.js';

const STYLES = Object.keys(REASONING) as [ReasoningStyle, ...ReasoningStyle[]];

const LlmRow = z.strictObject({
  name: z.string(),
  /** The model's id on the hub or at its service. */
  model: z.string(),
  /** Where the answer begins in its output. */
  reasoning: z.enum(STYLES),
});
export type LlmRow = z.infer<typeof LlmRow>;

/** The language models of `data/llms.json`, by name. */
export const llms = (): Readonly<Record<string, LlmRow>> =>
  Object.fromEntries(packageData('llms.json', z.array(LlmRow)).map((row) => [row.name, row]));

export const llm = (name: string): LlmRow => lookup('LLM', llms(), name);
