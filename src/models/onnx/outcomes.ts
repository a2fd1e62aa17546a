import { WorkError } from '../../core/index.js';
import { messageOf } from './session.js';

/** What a model made of one input: a value, or why there is none. */
export type Outcome<Value> = { readonly place: number } & (
  | { readonly value: Value }
  | { readonly reason: string }
);

const NOT_FINITE = 'the model gave numbers that are not finite';

/**
 * Halves a batch that fails until the input that makes it fail is alone. `read` gives undefined where the model gave
 * something that is not a number; such an input is read once more without its neighbours.
 */
export const outcomes = async <Item extends { readonly place: number }, Value>(
  items: readonly Item[],
  read: (items: readonly Item[]) => Promise<readonly (Value | undefined)[]>,
): Promise<readonly Outcome<Value>[]> => {
  const values = await read(items).catch((error: unknown) => {
    // Ours are about the model, not about an input.
    if (error instanceof WorkError) throw error;
    return messageOf(error);
  });
  if (typeof values === 'string') {
    if (items.length === 1) return [{ place: items[0]!.place, reason: values }];
    const middle = Math.ceil(items.length / 2);
    return [
      ...(await outcomes(items.slice(0, middle), read)),
      ...(await outcomes(items.slice(middle), read)),
    ];
  }
  const all: Outcome<Value>[] = [];
  for (const [i, item] of items.entries()) {
    const value = values[i];
    if (value !== undefined) all.push({ place: item.place, value });
    else if (items.length === 1) all.push({ place: item.place, reason: NOT_FINITE });
    else all.push(...(await outcomes([item], read)));
  }
  return all;
};
