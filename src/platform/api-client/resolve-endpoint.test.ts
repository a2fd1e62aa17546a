import { describe, expect, it } from 'vitest';
import { resolveEndpoint } from './resolve-endpoint.js';

const HOME = { home: 'https://api.example.org/v1', homeVariable: 'BASE', keyVariables: ['KEY', 'OTHER_KEY'] };

describe('where requests go', () => {
  it('is what is given, else what the environment names, else home', () => {
    const env = { BASE: 'http://gpu:1/v1/, http://gpu:2/v1', KEY: 'k' };
    expect(resolveEndpoint(HOME, ['http://a/v1', 'http://a/v1/'], env).addresses).toEqual(['http://a/v1']);
    expect(resolveEndpoint(HOME, [], env).addresses).toEqual(['http://gpu:1/v1', 'http://gpu:2/v1']);
    expect(resolveEndpoint(HOME, undefined, { KEY: 'k' }).addresses).toEqual([HOME.home]);
    expect(resolveEndpoint(HOME, ['http://a/v1/chat/completions/'], env).addresses).toEqual(['http://a/v1']);
  });

  it('has the version of the API, whether the environment says so or not, where its clients add it', () => {
    const addressOf = (BASE: string) =>
      resolveEndpoint({ ...HOME, homePath: '/v1' }, [], { BASE }).addresses[0];
    expect(addressOf('http://gpu:1')).toBe('http://gpu:1/v1');
    expect(addressOf('http://gpu:1/claude/')).toBe('http://gpu:1/claude/v1');
    expect(addressOf('http://gpu:1/v1/')).toBe('http://gpu:1/v1');
    expect(addressOf('http://gpu:1/v1beta')).toBe('http://gpu:1/v1beta');
    expect(resolveEndpoint(HOME, [], { BASE: 'http://gpu:1' }).addresses).toEqual(['http://gpu:1']);
  });

  it('needs a key at home, unless home is this computer', () => {
    expect(() => resolveEndpoint(HOME, [], {})).toThrow(
      'https://api.example.org/v1 needs a key\n  Fix: set KEY or OTHER_KEY',
    );
    expect(() => resolveEndpoint(HOME, [HOME.home], {})).toThrow('needs a key');
    expect(resolveEndpoint({ ...HOME, home: 'http://localhost:11434/v1' }, [], {}).key).toBeUndefined();
    expect(resolveEndpoint(HOME, ['http://a/v1'], {}).key).toBeUndefined();
  });

  it('gets the key when nobody can listen in, or when the user named it', () => {
    const { trusts, key } = resolveEndpoint(HOME, [], { BASE: 'http://gpu:1/v1', OTHER_KEY: 'k' });
    expect(key?.from).toBe('OTHER_KEY');
    expect(['https://b/v1', 'http://127.0.0.1:1/v1', 'http://gpu:1/v1', 'http://b/v1'].map(trusts)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});

it('a service gets its own key, and never that of another one', () => {
  const home = { home: 'https://api.openai.com/v1', keyVariables: ['OPENAI_API_KEY'] };
  const env = { OPENAI_API_KEY: 'of-openai', MISTRAL_API_KEY: 'of-mistral' };
  const keyAt = (...given: readonly string[]) => {
    const { key, trusts, addresses } = resolveEndpoint(home, given, env);
    return addresses.map((each) => (trusts(each) ? key?.value : undefined));
  };
  expect(keyAt('https://api.mistral.ai/v1')).toEqual(['of-mistral']);
  expect(keyAt('https://api.groq.com/openai/v1')).toEqual([undefined]);
  expect(keyAt('https://my.openai.azure.com/openai/v1')).toEqual([undefined]);
  expect(keyAt('https://bedrock-runtime.us-west-2.amazonaws.com/openai/v1')).toEqual([undefined]);
  expect(keyAt('https://ec2-1-2-3-4.compute-1.amazonaws.com/v1')).toEqual(['of-openai']);
  expect(keyAt('https://gpu.example.com/v1')).toEqual(['of-openai']);
  expect(keyAt('https://gpu.example.com/v1', 'https://api.mistral.ai/v1')).toEqual(['of-openai', undefined]);
});
