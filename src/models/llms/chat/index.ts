export { type CachedChat, cachedChat } from './cached-chat.js';
export { saysSomething } from './call-llm.js';
export {
  ChatFailure,
  type ChatFailureKind,
  type ChatModel,
  type ChatRequest,
  type ChatUsage,
  type Continuation,
  type Message,
  mayPass,
  mostTokensOut,
  type Price,
  type Reply,
  type Sampling,
  tokensInMessages,
  tokensInText,
} from './chat.js';
export { conversation, dollars, paidTokens, promptText, sampleSampling } from './conversation.js';
export { openChat } from './open-chat.js';
export { rawOutput, spoken } from './raw-output.js';
export type { ChatSettings } from './settings.js';
