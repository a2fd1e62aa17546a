import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { batchApiAt, batchApis, noBatchApi } from './services.js';

it('the page of batches says what the data say', () => {
  const page = readFileSync(new URL('../../../docs/guides/batches.md', import.meta.url), 'utf8');
  for (const { service, priceShare, window, keptDays } of batchApis()) {
    const row = page.split('\n').find((line) => line.startsWith(`| ${service} |`))!;
    const kept = keptDays === undefined ? 'unknown' : `${keptDays} days`;
    expect(
      row
        .split('|')
        .slice(3, 6)
        .map((cell) => cell.trim()),
    ).toEqual([`${Math.round(priceShare * 100)} %`, window.replace('h', ' h'), kept]);
  }
});

it('a service is known by its address, and an unknown one gets a list', () => {
  expect(batchApiAt('https://api.openai.com/v1/')?.service).toBe('openai');
  expect(batchApiAt('https://api.example.com/v1')).toBeUndefined();
  expect(noBatchApi('gpt', 'https://api.example.com').message).toContain('openai, anthropic, gemini');
});
