import { expect, it } from 'vitest';
import { describeEngineVectors } from '../../../test/conformance/engine-vectors.js';
import { memoryEngine } from '../../../test/support/memory-engine.js';
import { vectorPlace } from './vector-place.js';

describeEngineVectors('an engine in memory', async () => memoryEngine(), [{}], 600);

it('refuses an engine that has terms only', () => {
  const { openVectors: _, ...engine } = memoryEngine();
  expect(() => vectorPlace(engine)).toThrow('vectors with --engine memory');
});
