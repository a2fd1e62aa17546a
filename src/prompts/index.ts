export { exampleLeak, type Leak } from './example-leak.js';
export {
  type ImportedPrompt,
  type ImportedPrompts,
  type ImportSettings,
  importReference,
} from './import-reference.js';
export { openPrompts, type PromptsOptions } from './open-prompts.js';
export { fill, type Prompts, type Template } from './prompts.js';
export { pythonFiles } from './python-files.js';
export { writePrompts } from './write-prompts.js';
