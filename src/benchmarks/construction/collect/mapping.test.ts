import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { workshop } from '../../../../test/support/construction.js';
import { InputError } from '../../../core/index.js';
import { readMapping } from './mapping.js';

describe('any mapping file', () => {
  it('is read or refused with its name, whatever it holds', async () => {
    const folder = workshop({}).folder;
    const key = fc.constantFrom(
      'family',
      'files',
      'source',
      'licence',
      'fields',
      'release',
      'prefix',
      '__proto__',
      'x',
    );
    const value = fc.oneof(
      fc.constantFrom('exam', 'source', 'case', { text: 'a' }, { id: '', text: ['a'] }),
      fc.jsonValue(),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.dictionary(key, value).map((map) => JSON.stringify(map)),
          fc.string(),
        ),
        async (text) => {
          const file = join(folder, 'any.yaml');
          writeFileSync(file, text);
          const read = await readMapping(file).catch((error: unknown) => error);
          if (read instanceof Error) {
            expect(read).toBeInstanceOf(InputError);
            expect((read as InputError).details.at?.file).toBe(file);
          } else expect(read).toMatchObject({ mapping: { fields: { text: expect.anything() } } });
        },
      ),
    );
  });
});
