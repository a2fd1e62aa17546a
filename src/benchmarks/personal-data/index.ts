export * from './find-personal-data.js';
export { personalDataFinder } from './with-entities.js';
