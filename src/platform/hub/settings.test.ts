import { describe, expect, it } from 'vitest';
import { hubEndpoint, isOffline, silenceMs } from './settings.js';

describe('settings', () => {
  it.each([
    ['1', true],
    ['true', true],
    ['Yes', true],
    ['ON', true],
    ['0', false],
    ['', false],
    ['no', false],
    [undefined, false],
  ])('HF_HUB_OFFLINE=%s means offline: %s', (value, offline) => {
    expect(isOffline({ HF_HUB_OFFLINE: value })).toBe(offline);
  });

  it.each([
    [undefined, 'https://huggingface.co'],
    ['', 'https://huggingface.co'],
    ['https://mirror.test/', 'https://mirror.test'],
    [' http://mirror.test:8080/hub// ', 'http://mirror.test:8080/hub'],
  ])('HF_ENDPOINT=%s is %s', (value, endpoint) => {
    expect(hubEndpoint({ HF_ENDPOINT: value })).toBe(endpoint);
  });

  it.each([
    [undefined, 10_000],
    ['30', 30_000],
    ['0.5', 500],
    ['0', 10_000],
    ['-1', 10_000],
    ['soon', 10_000],
  ])('HF_HUB_DOWNLOAD_TIMEOUT=%s is %i ms', (value, ms) => {
    expect(silenceMs({ HF_HUB_DOWNLOAD_TIMEOUT: value })).toBe(ms);
  });
});
