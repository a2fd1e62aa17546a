import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { asPublishedJson, pythonJson } from './python-json.js';

const golden = JSON.parse(
  readFileSync(new URL('../../../../test/golden/python-json/texts.json', import.meta.url), 'utf8'),
) as readonly { readonly text: string; readonly sent: string }[];

it.each(golden)('$sent is what Python sends', ({ text, sent }) => {
  expect(asPublishedJson(text)).toBe(sent);
});

it('holds printable ASCII only and reads back as the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(pythonJson(text)).toMatch(/^"[\x20-\x7e]*"$/);
      expect(JSON.parse(pythonJson(text))).toBe(text);
    }),
  );
});
