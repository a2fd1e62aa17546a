import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fill, placeholdersIn, type Template } from './prompts.js';

const template = (text: string): Template => ({ text, source: 'test', hash: '' });

describe('filling a template', () => {
  it('puts each value into every place of its name', () => {
    expect(fill(template('{A} and {B} and {A}'), { A: 'one', B: 'two' })).toBe('one and two and one');
  });

  it('never fills what was filled in', () => {
    const values = { TEXT: '{PASSAGE} {TEXT}', PASSAGE: '{TEXT}' };
    expect(fill(template('{TEXT}|{PASSAGE}'), values)).toBe('{PASSAGE} {TEXT}|{TEXT}');
  });

  it('takes dollars and backslashes of a value as they are', () => {
    expect(fill(template('<{TEXT}>'), { TEXT: "$& $1 $$ $` $' \\1 \\n" })).toBe("<$& $1 $$ $` $' \\1 \\n>");
  });

  it('leaves braces alone that are no place, and places without a value', () => {
    const text = '{ TEXT } {text} {A1} {A_B} {} {{ }} \\boxed{x} {OTHER} {toString} {CONSTRUCTOR}';
    expect(fill(template(text), { TEXT: 'x' })).toBe(text);
  });

  it('keeps any value whole', () => {
    const around = template('before {TEXT} after');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(fill(around, { TEXT: text })).toBe(`before ${text} after`);
      }),
    );
  });
});

it('places are named once each, in order', () => {
  expect(placeholdersIn({ text: '{B} {A} {B} { A } {a} {{C}}' })).toEqual(['B', 'A', 'C']);
});
