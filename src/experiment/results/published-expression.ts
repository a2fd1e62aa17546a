import type { PublishedSystem } from './published.js';

/** How a published row is run here, from the name we gave it: `hyde-gpt4.bm25`, `nv.bge-reranker-10`. */
export const expressionFor = ({ kind, system, method = '', depth }: PublishedSystem): string => {
  if (kind === 'retriever') return system;
  const [first = ''] = system.split('.', 1);
  const second = system.slice(first.length + 1);
  if (kind === 'gar') return `${method}(${first.slice(method.length + 1)}) > ${second}`;
  return `${first} > ${second.slice(0, -`-${depth}`.length)}(${depth})`;
};
