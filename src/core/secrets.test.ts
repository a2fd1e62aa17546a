import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError, WorkError } from './errors.js';
import { withoutSecrets } from './secrets.js';

describe('withoutSecrets', () => {
  it.each([
    ['http://user:pw@host/v1', 'http://…@host/v1'],
    ['at https://pw@host:80, twice: http://a:p@ss@h', 'at https://…@host:80, twice: http://…@h'],
    ['served:http://u:p@a,http://u:q@b#m', 'served:http://…@a,http://…@b#m'],
    ['http://h/v1?api_key=k&x=1&access_token=t#m', 'http://h/v1?api_key=…&x=1&access_token=…#m'],
    ['{"a":"http://h?key=k","b":"c@d"}', '{"a":"http://h?key=…","b":"c@d"}'],
    ['http://user:pa/ss@host/v1', 'http://…@host/v1'],
    ['http://user:pa#ss@host and http://user:pa?ss@host', 'http://…@host and http://…@host'],
    ['served:http://u:p/1@a/x,http://u:q,3@b#m', 'served:http://…@a/x,http://…@b#m'],
    ['http://[::1]:80/v1#m@2 http://[::1]/v1#m@2', 'http://[::1]:80/v1#m@2 http://[::1]/v1#m@2'],
    ['http://localhost:8000/v1#m@2,http://h:1#m@2', 'http://localhost:8000/v1#m@2,http://h:1#m@2'],
    ['http://host/v1#model@2 and a@b.c', 'http://host/v1#model@2 and a@b.c'],
  ])('%s', (text, shown) => expect(withoutSecrets(text)).toBe(shown));

  it('hides whatever the password is, in errors too', () => {
    const password = fc.string({ unit: fc.constantFrom(...'abcXYZ019-._~!$&()*+,;=:%@/#?'), minLength: 1 });
    fc.assert(
      fc.property(password, (part) => {
        const said = `see http://user:5e${part}c@host/x`;
        for (const text of [
          withoutSecrets(said),
          new InputError({ found: said }).message,
          new WorkError(said, said).message,
        ])
          expect(text).not.toContain(`5e${part}c`);
      }),
    );
  });
});
