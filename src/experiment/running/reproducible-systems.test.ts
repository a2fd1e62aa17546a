import { describe, expect, it } from 'vitest';
import { reproducibleSystems } from './reproducible-systems.js';

const names = (...patterns: readonly string[]): readonly string[] =>
  reproducibleSystems('r2med', { system: patterns }).map(({ name }) => name);

describe('published systems that can be reproduced', () => {
  it('are found by name or by pattern, each once', () => {
    expect(names('bm25', 'bm25')).toEqual(['bm25']);
    const written = names('hyde-*.bm25', 'hyde-gpt4.*');
    expect(written).toContain('hyde-gpt4.bm25');
    expect(written).not.toContain('bm25');
    expect(new Set(written).size).toBe(written.length);
  });

  it('know how they are run here, and what was published', () => {
    const [{ expression, rows } = { expression: '', rows: [] }] = reproducibleSystems('r2med', {
      system: ['hyde-gpt4.bm25'],
      source: 'r2med-repo',
    });
    expect(expression).toBe('hyde(gpt4) > bm25');
    expect([...new Set(rows.map(({ source }) => source))]).toEqual(['r2med-repo']);
  });

  it('are bm25 of the full tasks by default, and everything of the small ones', () => {
    expect(reproducibleSystems('r2med').map(({ name }) => name)).toEqual(['bm25']);
    expect(reproducibleSystems('nano').length).toBeGreaterThan(1);
  });

  it('are refused with the nearest name, and where nothing was published', () => {
    expect(() => names('bm52')).toThrow('did you mean "bm25"?');
    expect(() => names('xyz*')).toThrow('no published system like "xyz*"');
    expect(() => reproducibleSystems('sample')).toThrow('no published scores of suite "sample"');
  });
});
