import { retrievers } from '../../src/search/retrieval/index.js';
import { describeRetriever } from '../conformance/retriever.js';

for (const [name, make] of Object.entries(retrievers)) describeRetriever(name, (topK) => make({ topK }));
