import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sizeCategory } from './size-category.js';
import { licenceAddress, spdxExpression, spdxId } from './spdx.js';

describe('SPDX', () => {
  it.each([
    ['CC-BY-4.0', 'CC-BY-4.0'],
    ['cc by sa 4.0', 'CC-BY-SA-4.0'],
    ['Creative Commons BY-NC 4.0', 'CC-BY-NC-4.0'],
    ['https://creativecommons.org/licenses/by-nc-sa/3.0/', 'CC-BY-NC-SA-3.0'],
    ['https://creativecommons.org/publicdomain/zero/1.0/', 'CC0-1.0'],
    ['CC0', 'CC0-1.0'],
    ['apache-2.0', 'Apache-2.0'],
    ['our hospital, on request', 'LicenseRef-our-hospital-on-request'],
    ['LicenseRef-Ours', 'LicenseRef-Ours'],
    ['?', 'LicenseRef-unknown'],
  ])('names %j', (licence, id) => expect(spdxId(licence)).toBe(id));

  it('joins what holds together, each once, in one order', () => {
    expect(spdxExpression(['MIT', 'CC0', 'mit', 'CC0-1.0'])).toBe('CC0-1.0 AND MIT');
    expect(licenceAddress('MIT')).toBe('https://spdx.org/licenses/MIT');
    expect(licenceAddress('LicenseRef-Ours')).toBe('LicenseRef-Ours');
  });

  it('gives an identifier that SPDX allows, whatever people write, and the same for its own', () => {
    fc.assert(
      fc.property(fc.string(), (licence) => {
        const id = spdxId(licence);
        expect(id).toMatch(/^[A-Za-z0-9.-]+$/);
        expect(spdxId(id)).toBe(id);
      }),
    );
  });
});

it.each([
  [999, 'n<1K'],
  [1000, '1K<n<10K'],
  [2e7, '10M<n<100M'],
])('a set of %i rows is in the class %s', (rows, name) => expect(sizeCategory(rows)).toBe(name));
