/** r2med/prompts: prompt templates from files, and how their placeholders are filled. */
export { fill, openPrompts, type Prompts, type PromptsOptions, type Template } from './index.js';
