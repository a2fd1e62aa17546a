import type { Query } from '../../../core/index.js';
import { type Message, type ReasoningStyle, rawOutput } from '../../../models/llms/index.js';
import type { OpenGenerationMethod } from '../generation-method.js';

/** Writing that asks once, in words known beforehand; the reply is the text. */
export const oneCall = (
  messagesOf: (query: Query) => readonly Message[],
  reasoning: ReasoningStyle = 'auto',
): OpenGenerationMethod => ({
  write: async (query, ask) => {
    const reply = await ask(messagesOf(query));
    const { finish, tokensIn, tokensOut } = reply;
    const text = rawOutput(reply, reasoning);
    return { texts: [text], trace: [{ step: 'wrote', text, finish, tokensIn, tokensOut }] };
  },
  expected: (query) => ({ known: [{ messages: messagesOf(query) }], further: 0, furtherTokensIn: 0 }),
});
