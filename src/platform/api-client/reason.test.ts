import { describe, expect, it } from 'vitest';
import { isAboutLength, reasonOf, shareToKeep } from './http-failures.js';

const plain = (text: string): string => text;

describe('the reason of a refusal', () => {
  it.each([
    ['{"error":{"message":"bad model","type":"x"}}', 'bad model'],
    ['{"error":"model not found"}', 'model not found'],
    ['{"message":"invalid input_type"}', 'invalid input_type'],
    ['{"detail":"too many texts"}', 'too many texts'],
    ['{"detail":[{"loc":["body"],"msg":"a"},{"msg":"b"}]}', 'a; b'],
    ['{"object":"error","message":"m","code":400}', 'm'],
    ['{"error":{"code":400,"message":"m","status":"INVALID_ARGUMENT"}}', 'm'],
    ['<html><head><title>413 Too Large</title>', '413 Too Large'],
    ['<html><body>?</body></html>', 'a web page'],
    ['plain words', 'plain words'],
    ['{}', ''],
    ['null', ''],
    ['', ''],
  ])('%s is %j', (body, reason) => {
    expect(reasonOf(body, plain)).toBe(reason);
  });

  it('is scrubbed before it is shortened', () => {
    const scrub = (text: string): string => text.replaceAll('secret', '…');
    expect(reasonOf(`${'x'.repeat(197)}secret`, scrub)).not.toContain('sec');
  });
});

describe('a refusal for length', () => {
  it.each([
    ["This model's maximum context length is 8192 tokens, however you requested 9000 tokens.", 8192 / 9000],
    ['`inputs` must have less than 512 tokens. Given: 600', 512 / 600],
    [
      'input (5120 tokens) is too large to process. increase the physical batch size (current batch size: 512)',
      0.1,
    ],
  ])('says how much to keep: %s', (reason, share) => {
    expect(isAboutLength(reason)).toBe(true);
    expect(shareToKeep(reason)).toBeCloseTo(share * 0.95, 10);
  });

  it.each(['the input length exceeds the context length', 'Input is too long', 'exceeds max length 512'])(
    'without both figures halves the text: %s',
    (reason) => {
      expect(isAboutLength(reason)).toBe(true);
      expect(shareToKeep(reason)).toBe(0.5);
    },
  );

  it.each(['invalid input_type', 'model not found', "'$.input' is invalid", 'batch size 64 > 32', ''])(
    'is something else than: %s',
    (reason) => {
      expect(isAboutLength(reason)).toBe(false);
    },
  );
});
