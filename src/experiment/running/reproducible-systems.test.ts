import { describe, expect, it } from 'vitest';
import { checkSystem } from '../systems/index.js';
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

  it('are run by the entries of their models, whatever the source calls them', () => {
    const expressions = (source: string, ...system: readonly string[]) =>
      reproducibleSystems('r2med', { source, system }).map(({ expression }) => expression);
    expect(expressions('mteb', 'e5-mistral-7b-instruct', 'gritlm-7b', 'inf-retriever-v1')).toEqual([
      'e5',
      'grit',
      'inf-retriever-v1',
    ]);
    expect(expressions('reasonembed', 'RaDeR*')).toEqual(['rader-gte-qwen2-7b(maxTokens=512)']);
  });

  it('of every source have texts that can be run, and rows task by task', () => {
    for (const { name, expression, asPublished, rows } of reproducibleSystems('r2med', { system: ['*'] })) {
      expect([name, rows.length]).not.toContain(0);
      expect(() => checkSystem(expression)).not.toThrow();
      const sources = rows.map(({ source }) => source);
      expect([name, asPublished]).toEqual([name, sources.some((each) => /^(r2med-|mteb)/.test(each))]);
    }
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
