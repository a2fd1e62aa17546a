export { exampleLeak } from './example-leak.js';
export { importReference, pythonFiles } from './import-reference.js';
export { openPrompts } from './open-prompts.js';
export { fill, type Prompts, type Template } from './prompts.js';
export { openQuestion } from './question.js';
export { writePrompts } from './write-prompts.js';
