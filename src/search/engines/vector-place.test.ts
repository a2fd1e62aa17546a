import { describeEngineVectors } from '../../../test/conformance/engine-vectors.js';
import { memoryEngine } from '../../../test/support/memory-engine.js';

describeEngineVectors('an engine in memory', async () => memoryEngine(), [{}], 600);
