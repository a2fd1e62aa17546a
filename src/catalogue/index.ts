export { expressionOf, generationsOf, METHODS, type SystemContext, system } from './system.js';
