import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hubCache, repositoryFolder, snapshotFolder } from './cache.js';

describe('the hub cache', () => {
  it.each([
    [{}, join(homedir(), '.cache/huggingface/hub')],
    [{ XDG_CACHE_HOME: '/x' }, '/x/huggingface/hub'],
    [{ XDG_CACHE_HOME: '/x', HF_HOME: '/h' }, '/h/hub'],
    [{ HF_HOME: '/h', HUGGINGFACE_HUB_CACHE: '/old' }, '/old'],
    [{ HF_HOME: '/h', HUGGINGFACE_HUB_CACHE: '/old', HF_HUB_CACHE: '/new' }, '/new'],
    [{ HF_HOME: '~/models', HOME: '/home/ana' }, '/home/ana/models/hub'],
    [{ HF_HUB_CACHE: '$SCRATCH/hf', SCRATCH: '/fast' }, '/fast/hf'],
    [{ HF_HUB_CACHE: '$' + '{SCRATCH}/hf', SCRATCH: '/fast' }, '/fast/hf'],
    [{ HF_HUB_CACHE: '/a/$UNSET/hf' }, '/a/$UNSET/hf'],
    [{ HF_HUB_CACHE: '/a/~/hf' }, '/a/~/hf'],
    [{ HF_HOME: '', XDG_CACHE_HOME: '/x' }, '/x/huggingface/hub'],
  ])('with %j is %s', (env, folder) => {
    expect(hubCache(env)).toBe(folder);
  });

  it('names folders as Python does', () => {
    const env = { HF_HUB_CACHE: '/hub' };
    const biology = { kind: 'dataset', repository: 'R2MED/Biology' } as const;
    const small = { kind: 'model', repository: 'BAAI/bge-small-en-v1.5' } as const;
    expect(repositoryFolder(small, env)).toBe('/hub/models--BAAI--bge-small-en-v1.5');
    expect(repositoryFolder(biology, env)).toBe('/hub/datasets--R2MED--Biology');
    expect(snapshotFolder({ ...biology, revision: 'abc' }, env)).toBe(
      '/hub/datasets--R2MED--Biology/snapshots/abc',
    );
  });
});
