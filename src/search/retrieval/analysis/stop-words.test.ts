import { expect, it } from 'vitest';
import { HAKARI_STOP_WORDS, LUCENE_STOP_WORDS } from './stop-words.js';

it("Lucene's list has its 33 words", () => {
  expect(LUCENE_STOP_WORDS.size).toBe(33);
  expect([...LUCENE_STOP_WORDS]).toEqual([...LUCENE_STOP_WORDS].sort());
  expect(['no', 'not', 'such', 'will'].every((word) => LUCENE_STOP_WORDS.has(word))).toBe(true);
  expect(['i', 'he', 'from', 'were', 'have'].some((word) => LUCENE_STOP_WORDS.has(word))).toBe(false);
});

it("HAKARI-Bench's list has its 74 words, without negations", () => {
  expect(HAKARI_STOP_WORDS.size).toBe(74);
  expect([...HAKARI_STOP_WORDS]).toEqual([...HAKARI_STOP_WORDS].sort());
  expect(['no', 'not', 'such', 'can'].some((word) => HAKARI_STOP_WORDS.has(word))).toBe(false);
});
