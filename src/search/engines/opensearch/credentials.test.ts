import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/command.js';
import { accessOf } from './credentials.js';

describe('the way to a cluster', () => {
  it('is what is written, or OPENSEARCH_URL', async () => {
    const env = { OPENSEARCH_URL: ' https://one:9200/ , https://two:9200/path/ ' };
    expect(await accessOf('', env)).toEqual({
      addresses: ['https://one:9200', 'https://two:9200/path'],
      headers: {},
    });
    expect((await accessOf('http://localhost:9200', env)).addresses).toEqual(['http://localhost:9200']);
  });

  it.each([
    ['', {}, 'no address of a cluster'],
    ['ftp://host', {}, 'is not the address of a cluster'],
    ['localhost:9200', {}, 'is not the address of a cluster'],
    ['https://host?token=abc', {}, 'is not the address of a cluster'],
    ['https://me:hunter2@host', {}, 'set OPENSEARCH_USER and OPENSEARCH_PASSWORD instead'],
    ['https://host', { OPENSEARCH_USER: 'me' }, 'OPENSEARCH_USER alone'],
    ['https://host', { OPENSEARCH_PASSWORD: 'hunter2' }, 'OPENSEARCH_PASSWORD alone'],
    ['https://host', { OPENSEARCH_USER: 'me', OPENSEARCH_API_KEY: 'hunter2' }, 'set one kind of credential'],
    ['https://host', { OPENSEARCH_CA_FILE: '/nowhere/ca.pem' }, '/nowhere/ca.pem'],
  ])('%j with %j is refused', async (written, env, message) => {
    const error = await accessOf(written, env).catch(String);
    expect(error).toContain(message);
    expect(error).not.toContain('hunter2');
    expect(error).not.toContain('abc');
  });

  it('has the certificates of OPENSEARCH_CA_FILE', async () => {
    const file = join(temporaryFolder(), 'ca.pem');
    const read = () => accessOf('https://host', { OPENSEARCH_CA_FILE: file });
    writeFileSync(file, rootCertificates[0]!);
    expect((await read()).ca).toBe(rootCertificates[0]);
    writeFileSync(file, 'a certificate');
    await expect(read()).rejects.toThrow(`${file}: no certificate`);
  });

  it('is called unsafe where a password would travel unencrypted, and only there', async () => {
    const env = { OPENSEARCH_USER: 'me', OPENSEARCH_PASSWORD: 'hunter2' };
    expect((await accessOf('http://far.example:9200', env)).warning).toContain('unencrypted');
    expect((await accessOf('http://127.0.0.1:9200', env)).warning).toBeUndefined();
    expect((await accessOf('https://far.example', env)).warning).toBeUndefined();
    expect((await accessOf('http://far.example:9200', {})).warning).toBeUndefined();
  });
});
