import { describe, expect, it } from 'vitest';
import { logitOutput, needed, textOutput, tokenOutput } from './outputs.js';
import type { Session } from './session.js';

const session = (...outputs: [name: string, rank: number][]): Session =>
  ({ outputs: outputs.map(([name, rank]) => ({ name, rank })) }) as unknown as Session;

describe('outputs', () => {
  const whole = session(['sentence_embedding', 2], ['token_embeddings', 3]);

  it('are found by the names exporters give them', () => {
    expect(tokenOutput(whole)).toBe('token_embeddings');
    expect(textOutput(whole)).toBe('sentence_embedding');
    expect(logitOutput(session(['logits', 3], ['other', 3]))).toBe('logits');
  });

  it('for tokens are the only one of three dimensions where no name is known', () => {
    expect(tokenOutput(session(['output_0', 3], ['pooled', 2]))).toBe('output_0');
    expect(tokenOutput(session(['output_0', 3], ['output_1', 3]))).toBeUndefined();
    expect(tokenOutput(session(['logits', 3]))).toBeUndefined();
  });

  it('for texts are never a pooler that was trained for something else', () => {
    expect(textOutput(session(['last_hidden_state', 3], ['pooler_output', 2]))).toBeUndefined();
  });

  it('that are missing are an error that says what there is', () => {
    expect(() => needed(undefined, 'logits', whole)).toThrow(
      /sentence_embedding, token_embeddings; expected logits/,
    );
    expect(needed('logits', 'logits', whole)).toBe('logits');
  });
});
