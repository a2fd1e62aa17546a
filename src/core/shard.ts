import { InputError } from './errors.js';

/** One of several parts of the same work, counted from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** `2/4` is the second of four. */
export const parseShard = (text: string, flag = '--shard'): Shard => {
  const [, index, count] = /^(\d{1,9})\/(\d{1,9})$/.exec(text.trim())?.map(Number) ?? [];
  if (index !== undefined && count !== undefined && index >= 1 && index <= count) return { index, count };
  throw new InputError({
    found: `${flag} ${text}`,
    expected: 'i/n with i from 1 to n, such as 1/4',
    fix: `count them from 1: sbatch --array=1-4 with ${flag} $SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT`,
  });
};

export const shardText = ({ index, count }: Shard): string => `${index}/${count}`;

/** How the folder of a shard is called. */
export const shardName = ({ index, count }: Shard): string => `${index}-of-${count}`;

/** Which of `total` things in a row are a shard's: from `first` up to, not including, `end`. */
export const rangeOf = (total: number, { index, count }: Shard): { first: number; end: number } => ({
  first: Math.floor(((index - 1) * total) / count),
  end: Math.floor((index * total) / count),
});

/** Of each of `total` things in a row, the index of the shard that has it. */
export const ownersOf = (total: number, count: number): readonly number[] => {
  const owners: number[] = [];
  for (let index = 1; owners.length < total; index++)
    while (owners.length < rangeOf(total, { index, count }).end) owners.push(index);
  return owners;
};
