export { exampleLeak, type Leak } from './example-leak.js';
export { openPrompts, type PromptsOptions } from './open-prompts.js';
export { fill, type Prompts, type Template } from './prompts.js';
