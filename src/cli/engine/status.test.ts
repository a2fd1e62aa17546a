import { expect, it } from 'vitest';
import { memoryEngine } from '../../../test/support/memory-engine.js';
import { statusText } from './status.js';

it('speaks of no heap and no Lucene where an engine has none', async () => {
  const status = await memoryEngine().status();
  const node = { name: 'n1', data: true, diskBytes: 2e9, diskFreeBytes: 1e9 };
  const text = statusText('here', { ...status, nodes: [node] });
  expect(text).toContain('memory 1, cluster none: green');
  expect(text).not.toMatch(/heap|lucene/i);
});
