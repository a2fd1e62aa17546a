import { expect, it } from 'vitest';
import { answerOf } from '../reasoning.js';
import { rawOutput } from './raw-output.js';

it('reasoning in a field of its own stands in think tags before the text', () => {
  const reply = { text: 'Gout.', reasoning: 'Crystals?', finish: 'stop' } as const;
  expect(rawOutput(reply, 'think-tag')).toBe('<think>\nCrystals?\n</think>\n\nGout.');
  expect(answerOf(rawOutput(reply, 'auto'), 'auto')).toBe('Gout.');
});

it('a thought that the limit or a stop text broke off has no end, so that no answer is read', () => {
  for (const end of [{ finish: 'length' }, { finish: 'stop', stoppedAt: '</search>' }] as const) {
    const raw = rawOutput({ text: '', reasoning: 'Perhaps', ...end }, 'think-tag');
    expect(raw).toBe('<think>\nPerhaps');
    expect(answerOf(raw, 'think-tag')).toBeUndefined();
  }
});

it('a thought that ended without an answer is closed', () => {
  expect(rawOutput({ text: '', reasoning: 'Hm', finish: 'stop' }, 'auto')).toBe('<think>\nHm\n</think>\n\n');
});

it('a model that is read as a whole keeps its reasoning to itself', () => {
  expect(rawOutput({ text: 'Gout.', reasoning: 'Crystals?', finish: 'stop' }, 'none')).toBe('Gout.');
});

it('thinking in the text stays as it is', () => {
  const text = '<think>\nCrystals?\n</think>\nGout.';
  expect(rawOutput({ text, finish: 'stop' }, 'think-tag')).toBe(text);
});
