import { describeEngineVectors } from '../../test/conformance/engine-vectors.js';
import { memoryEngine } from '../../test/memory-engine.js';

describeEngineVectors('an engine in memory', async () => memoryEngine(), [{}], 600);
