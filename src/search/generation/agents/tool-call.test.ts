import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readToolCall } from './tool-call.js';

describe('a call of a tool is read', () => {
  it.each([
    ['alone', '{"tool": "retrieve", "query": "gout", "k": 3}'],
    ['after thoughts', 'I need {more}.\n{"tool": "retrieve", "query": "gout", "k": 3}'],
    ['in a code block', '```json\n{"tool": "retrieve", "query": "gout", "k": 3}\n```'],
    [
      'as models learnt it',
      '<tool_call>{"name": "retrieve", "arguments": {"query": "gout", "k": 3}}</tool_call>',
    ],
    [
      'as the last of several',
      '{"tool": "retrieve", "query": "x"} {"tool": "retrieve", "query": " gout ", "k": 3}',
    ],
  ])('%s', (_, said) => {
    expect(readToolCall(said)).toEqual({ tool: 'retrieve', query: 'gout', k: 3 });
  });

  it('with braces and quotes inside its words', () => {
    expect(readToolCall('{"tool": "retrieve", "query": "a \\"}\\" b {"}')).toEqual({
      tool: 'retrieve',
      query: 'a "}" b {',
    });
  });

  it('for the end, whatever the documents are called', () => {
    expect(readToolCall('{"tool": "final_results", "documents": ["D2", 1]}')).toEqual({
      tool: 'final_results',
      documents: ['D2', '1'],
    });
  });

  it.each([
    ['', /no JSON object/],
    ['I would call retrieve.', /no JSON object/],
    ['{"tool": "retrieve"', /no JSON object/],
    ['{"tool": "browse", "url": "x"}', /no tool "browse"/],
    ['{"tool": "retrieve", "query": "  "}', /no query/],
    ['{"tool": "final_results", "documents": []}', /no documents/],
    ['{"tool": "final_results", "documents": "D1"}', /no documents/],
  ])('as none where it is none: %s', (said, reason) => {
    expect(readToolCall(said)).toMatchObject({ tool: 'none', reason: expect.stringMatching(reason) });
  });

  it('of any text without a crash', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '"',
      '\\',
      '"tool":',
      '"retrieve"',
      ',',
      '[',
      ']',
      'x',
      '\n',
      '"query":',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string())), (pieces) => {
        expect(['retrieve', 'final_results', 'none']).toContain(readToolCall(pieces.join('')).tool);
      }),
    );
  });
});
