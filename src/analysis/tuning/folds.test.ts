import { describe, expect, it } from 'vitest';
import { queryId } from '../../core/index.js';
import { foldsOf } from './folds.js';

const task = (name: string, texts: readonly string[]) => ({
  name,
  queries: texts.map((text, i) => ({ id: queryId(`${name}-${i}`), text })),
});
const texts = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${prefix}${i}`);
const sizes = (parts: Iterable<number>, folds: number): number[] => {
  const all = [...parts];
  return Array.from({ length: folds }, (_, fold) => all.filter((part) => part === fold).length);
};

describe('folds of queries', () => {
  it('are of equal size in every task, and the same for the same seed', () => {
    const tasks = [task('a', texts('x', 10)), task('b', texts('y', 7))];
    const { names, partOf } = foldsOf(tasks, { by: 'queries', folds: 5, seed: 3 });
    expect(names).toEqual(['1', '2', '3', '4', '5']);
    expect(sizes(partOf.get('a')!.values(), 5)).toEqual([2, 2, 2, 2, 2]);
    expect(sizes(partOf.get('b')!.values(), 5).sort()).toEqual([1, 1, 1, 2, 2]);
    expect(foldsOf(tasks, { by: 'queries', folds: 5, seed: 3 })).toEqual({ names, partOf });
    expect(foldsOf(tasks, { by: 'queries', folds: 5, seed: 4 })).not.toEqual({ names, partOf });
  });

  it('keep queries with the same text together, also of two tasks', () => {
    const tasks = [task('a', ['same', ...texts('x', 9)]), task('b', [...texts('y', 9), 'same', 'same'])];
    for (let seed = 0; seed < 20; seed++) {
      const { partOf } = foldsOf(tasks, { by: 'queries', folds: 5, seed });
      const of = [partOf.get('a')!.get('a-0'), partOf.get('b')!.get('b-9'), partOf.get('b')!.get('b-10')];
      expect(new Set(of).size).toBe(1);
    }
  });

  it('are refused where a task has fewer queries', () => {
    expect(() => foldsOf([task('a', ['x', 'y'])], { by: 'queries', folds: 5, seed: 1 })).toThrow(
      '5 folds for the 2 queries of a',
    );
    const alike = Array.from({ length: 9 }, () => 'x');
    expect(() => foldsOf([task('a', alike)], { by: 'queries', folds: 5, seed: 1 })).toThrow(
      '5 folds for the 9 queries of a, which have 1 text',
    );
  });
});

describe('one task left out at a time', () => {
  it('makes a part of every task', () => {
    const { names, partOf } = foldsOf([task('a', ['x']), task('b', ['y', 'z'])], { by: 'task' });
    expect(names).toEqual(['a', 'b']);
    expect([...partOf.get('b')!.values()]).toEqual([1, 1]);
  });

  it('is refused for one task, and for tasks that share a query', () => {
    expect(() => foldsOf([task('a', ['x'])], { by: 'task' })).toThrow('one task to leave out');
    expect(() => foldsOf([task('a', ['x']), task('nano', ['x'])], { by: 'task' })).toThrow(
      'a query of nano in a too',
    );
  });
});
