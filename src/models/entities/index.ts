export { openEntityFinder } from './open-entity-finder.js';
