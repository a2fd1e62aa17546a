export { exampleLeak } from './example-leak.js';
export { importReference } from './import-reference.js';
export type { PromptsOptions } from './open-prompts.js';
export { openPrompts } from './open-prompts.js';
export { fill, type Prompts, type Template } from './prompts.js';
export { pythonFiles } from './python-files.js';
export { writePrompts } from './write-prompts.js';
