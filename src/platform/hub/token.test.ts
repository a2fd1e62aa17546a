import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writtenFolder } from '../../../test/support/written-folder.js';
import { InputError } from '../../core/index.js';
import { hubToken } from './settings.js';

describe('the token is taken', () => {
  const HF_HOME = '/nowhere';

  it.each([
    [{ HF_HOME }, undefined],
    [
      { HF_HOME, HF_TOKEN: 'hf_a' },
      { value: 'hf_a', from: 'HF_TOKEN' },
    ],
    [
      { HF_HOME, HF_TOKEN: ' hf_a\r\n' },
      { value: 'hf_a', from: 'HF_TOKEN' },
    ],
    [
      { HF_HOME, HUGGING_FACE_HUB_TOKEN: 'hf_b' },
      { value: 'hf_b', from: 'HUGGING_FACE_HUB_TOKEN' },
    ],
    [
      { HF_HOME, HF_TOKEN: 'hf_a', HUGGING_FACE_HUB_TOKEN: 'hf_b' },
      { value: 'hf_a', from: 'HF_TOKEN' },
    ],
    [
      { HF_HOME, HF_TOKEN: '', HUGGING_FACE_HUB_TOKEN: 'hf_b' },
      { value: 'hf_b', from: 'HUGGING_FACE_HUB_TOKEN' },
    ],
    [{ HF_HOME, HF_TOKEN: 'hf_a', HF_HUB_DISABLE_IMPLICIT_TOKEN: '1' }, undefined],
  ])('from %j', async (env, token) => {
    expect(await hubToken(env)).toEqual(token);
  });

  it('from the file of HF_TOKEN_PATH, else of HF_HOME', async () => {
    const folder = writtenFolder({ token: 'hf_home\n', 'else/where': '\nhf_path' });
    const env = { HF_HOME: folder };
    expect(await hubToken(env)).toEqual({ value: 'hf_home', from: join(folder, 'token') });
    const path = join(folder, 'else/where');
    expect(await hubToken({ ...env, HF_TOKEN_PATH: path })).toEqual({ value: 'hf_path', from: path });
    expect(await hubToken({ ...env, HF_TOKEN: 'hf_a' })).toMatchObject({ from: 'HF_TOKEN' });
  });

  it.each(['hf_a\nhf_b', 'hf a', 'hf_ü'])(
    'but not when no header can hold it, and the error does not show it',
    async (HF_TOKEN) => {
      const error: unknown = await hubToken({ HF_HOME, HF_TOKEN }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(InputError);
      expect((error as Error).message).toMatch(/^HF_TOKEN: characters that no token has/);
      expect((error as Error).message).not.toContain(HF_TOKEN);
    },
  );
});
