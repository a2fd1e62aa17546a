export { type StoredTexts, storedWriting } from './stored-writing.js';
