import type { Message } from '../../../models/llms/index.js';
import type { Template } from '../../../models/prompts/index.js';

/** One question: what the model is, and what it is to do. An empty system message is left out. */
export const conversation = (system: Template, content: string): readonly Message[] => [
  ...(system.text ? [{ role: 'system', content: system.text } as const] : []),
  { role: 'user', content },
];
