export { exampleLeak } from './example-leak.js';
export { importPrompts } from './import-prompts.js';
export { importedPrompt } from './imported-prompt.js';
export { openPrompts } from './open-prompts.js';
export { fill, type Prompts, type Template } from './prompts.js';
export { openQuestion } from './question.js';
export { type RerankKind, type RerankPrompt, rerankMessages, shownIn } from './rerank-prompt.js';
export { writePrompts } from './write-prompts.js';
