import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileSafe } from '../../src/experiment/results/store.js';
import { fileSafe as modelName } from '../../src/models/llms/llm-entries.js';
import { endpointAddress } from '../../src/platform/api-client/index.js';
import { withoutMarks } from '../../src/search/generation/agents/tags.js';

const MANY = 200_000;

describe('text that took quadratic time', () => {
  it('gives the same result, however long it is', () => {
    expect(withoutMarks(`${'</infor'.repeat(MANY)}</think>${'mation>'.repeat(MANY)}x`)).toBe('x');
    // Longer than a file system takes: shortened, with a hash.
    expect(fileSafe(`a${'. '.repeat(MANY)}b. .`)).toMatch(/^a[. ]{100,250}-[0-9a-f]{16}$/);
    expect(modelName(`a${'-'.repeat(MANY)}b--`)).toBe(`a${'-'.repeat(MANY)}b`);
    expect(endpointAddress(`http://h/a${'/'.repeat(MANY)}b/embeddings/`)).toBe(
      `http://h/a${'/'.repeat(MANY)}b`,
    );
  });

  it('loses the same end of an address as before', () => {
    const address = fc.string({ unit: fc.constantFrom('a', '.', '-', '_', '/', '\n', 'é') });
    fc.assert(
      fc.property(address, (text) => {
        const safe = text.replace(/[^\w.]+/g, '-');
        expect(safe.replace(/-$/, '')).toBe(safe.replace(/-+$/, ''));
      }),
    );
  });
});
