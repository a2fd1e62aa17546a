export * from './find-personal-data.js';
