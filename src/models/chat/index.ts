export type { Asker } from './asker.js';
export {
  ChatFailure,
  type ChatFailureKind,
  type ChatModel,
  type ChatRequest,
  type ChatUsage,
  type Continuation,
  type Message,
  type Price,
  type Reply,
  type Sampling,
} from './chat.js';
export { CHAT_DIALECTS, type ChatDialectName, type LimitParameter } from './dialects/index.js';
export { tokensInMessages, tokensInText } from './estimate.js';
export { type KeptAskerOptions, keptAsker } from './kept-asker.js';
export { openChat } from './open-chat.js';
export { rawOutput } from './raw-output.js';
export type { ChatSettings } from './settings.js';
