import type { ChatRequest, Message } from './chat.js';

/** Cautious, because budgets hang on it: biomedical text has about four bytes a token. */
const BYTES_PER_TOKEN = 3;

/** What chat templates put around a message (OpenAI's cookbook counts 3 to 4). */
const TOKENS_PER_MESSAGE = 4;

/** R2MED's own limit of new tokens, for requests that leave it to the service. */
const UNSAID_LIMIT = 10_240;

export const tokensInText = (text: string): number => Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);

/** About how many tokens these messages are to a model whose tokenizer is not here; rather too many. */
export const tokensInMessages = (messages: readonly Message[]): number =>
  messages.reduce((sum, { content }) => sum + TOKENS_PER_MESSAGE + tokensInText(content), 0);

/** The most that an answer may have, as far as that is said. */
export const mostTokensOut = ({ sampling }: ChatRequest): number => sampling.maxTokens ?? UNSAID_LIMIT;
