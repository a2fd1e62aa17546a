import { describe, expect, it } from 'vitest';
import { bytesPerVector, parseVariant, variantName, variantsOf } from './variant.js';

describe('vector variants', () => {
  it('are named as they are written', () => {
    for (const variant of variantsOf([256, 64])) {
      expect(parseVariant(variantName(variant))).toEqual(variant);
    }
  });

  it('are those HAKARI-Bench runs', () => {
    expect(variantsOf([32]).map(variantName)).toEqual([
      'int8',
      'binary',
      'rescore:int8',
      'rescore:binary',
      'truncate:32',
      'truncate:32+int8',
      'truncate:32+binary',
      'truncate:32+rescore:int8',
      'truncate:32+rescore:binary',
    ]);
  });

  it.each(['', 'int4', 'truncate:0', 'truncate:', '+int8', 'int8+truncate:8', 'truncate:8int8', 'rescore:'])(
    'do not include "%s"',
    (text) => {
      expect(() => parseVariant(text)).toThrow(`vector variant "${text}"; expected one of int8, binary`);
    },
  );

  it('take 4, 1 or an eighth of a byte per dimension', () => {
    const bytes = (text: string) => bytesPerVector(1024, parseVariant(text));
    expect(bytesPerVector(1024, {})).toBe(4096);
    expect([bytes('int8'), bytes('binary'), bytes('truncate:256')]).toEqual([1024, 128, 1024]);
    expect([bytes('rescore:int8'), bytes('truncate:100+rescore:binary')]).toEqual([5120, 413]);
  });
});
