import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError, type JsonObject } from '../../../core/index.js';
import { mapRow } from './map-row.js';

describe('any row under any mapping', () => {
  const path = fc.constantFrom('a', 'a.b', 'a.0', 'b', 'c.0.text', '__proto__', 'toString');
  const mapping = fc.record(
    {
      family: fc.constantFrom('exam' as const, 'post' as const, 'treatment' as const, 'case' as const),
      files: fc.constant('x.jsonl'),
      prefix: fc.constant(''),
      needs: fc.constant([]),
      source: fc.constant('s'),
      licence: fc.constant('l'),
      answerAs: fc.constantFrom('label' as const, 'text' as const, 'index-from-0' as const),
      fields: fc.record(
        {
          id: path,
          text: path,
          options: fc.oneof(path, fc.dictionary(fc.string(), path)),
          answer: path,
          evidence: path,
          diagnosis: path,
        },
        { requiredKeys: ['text'] },
      ),
    },
    { requiredKeys: ['family', 'files', 'prefix', 'needs', 'source', 'licence', 'fields'] },
  );

  it('becomes an item, is held with what it lacks, or is refused with its line', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__'), fc.jsonValue()),
        mapping,
        (values, how) => {
          const at = { file: 'x.jsonl', line: 3 };
          try {
            const mapped = mapRow({ values: values as JsonObject, at }, how as never);
            expect(
              'item' in mapped ? mapped.item.text.trim() : 'lacks' in mapped && mapped.lacks,
            ).toBeTruthy();
          } catch (error) {
            expect(error).toBeInstanceOf(InputError);
            expect((error as InputError).details.at).toEqual(at);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
