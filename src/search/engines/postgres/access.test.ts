import fc from 'fast-check';
import { expect, it } from 'vitest';
import { writtenFolder } from '../../../../test/support/written-folder.js';
import { accessOf, fieldsOf } from './access.js';

const HOME = '/nowhere';

it('reads an address with or without its protocol, and what it leaves open from the variables of libpq', async () => {
  const wanted = { host: 'db.example', port: 5433, database: 'papers', username: 'me' };
  for (const written of ['//me@db.example:5433/papers', 'postgres://me@db.example:5433/papers'])
    expect(await accessOf(written, { HOME })).toMatchObject(wanted);
  const env = { HOME, PGHOST: 'db.example', PGPORT: '5433', PGDATABASE: 'papers', PGUSER: 'me' };
  expect(await accessOf('', env)).toMatchObject(wanted);
  expect((await accessOf('//me@db.example:5433/papers', env)).address).toBe(
    'postgres://db.example:5433/papers',
  );
});

it('refuses a password in an address, and does not repeat it', async () => {
  const refused = accessOf('postgres://me:hunter2@localhost/papers', { HOME });
  await expect(refused).rejects.toThrow(/a password in[\s\S]*Fix: set PGPASSWORD/);
  await expect(refused).rejects.not.toThrow('hunter2');
});

it.each(['http://localhost/db', '//', 'localhost', 'postgres://h/db?sslmode=x'])(
  'refuses %s, and says how an address is written',
  async (written) => {
    await expect(accessOf(written, { HOME })).rejects.toThrow(/Fix: write --engine postgres:\/\//);
  },
);

it('takes the password of the environment before that of the file, whose lines match or have a star', async () => {
  const folder = writtenFolder({
    pass: '# of mine\nother:*:*:*:no\nlocalhost:5432:papers:me:a\\:b\\\\\n*:*:*:*:any\n',
  });
  const { chmodSync } = await import('node:fs');
  const env = { HOME, PGPASSFILE: `${folder}/pass` };
  chmodSync(env.PGPASSFILE, 0o600);
  expect((await accessOf('//me@localhost/papers', env)).password).toBe('a:b\\');
  expect((await accessOf('//you@localhost/papers', env)).password).toBe('any');
  expect((await accessOf('//me@localhost/papers', { ...env, PGPASSWORD: 'p' })).password).toBe('p');
  chmodSync(env.PGPASSFILE, 0o644);
  const open = await accessOf('//me@localhost/papers', env);
  expect([open.password, open.warnings.join()]).toEqual([undefined, expect.stringContaining('is ignored')]);
});

it('warns where a password may travel unencrypted, and checks certificates where that is asked for', async () => {
  const env = { HOME, PGPASSWORD: 'p' };
  expect((await accessOf('//me@localhost/papers', env)).warnings).toEqual([]);
  expect((await accessOf('//me@db.example/papers', env)).warnings.join()).toContain('PGSSLMODE=verify-full');
  const full = await accessOf('//me@db.example/papers', { ...env, PGSSLMODE: 'verify-full' });
  expect([full.ssl, full.warnings]).toEqual([{ rejectUnauthorized: true, host: expect.any(String) }, []]);
  await expect(accessOf('//me@h/d', { ...env, PGSSLMODE: 'maybe' })).rejects.toThrow('PGSSLMODE=maybe');
  await expect(accessOf('', { ...env, PGPORT: 'x' })).rejects.toThrow('correct PGPORT');
});

it('reads fields with any characters', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 5, maxLength: 5 }), (fields) => {
      const line = fields.map((each) => each.replace(/[\\:]/g, '\\$&')).join(':');
      fc.pre(!line.startsWith('#'));
      expect(fieldsOf(line)).toEqual(fields);
    }),
  );
});
