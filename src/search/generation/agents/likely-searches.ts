/**
 * How many of the searches that it may make an agent is taken to make, before anything is known of it: half of them. Printed with
 * every plan.
 */
export const likelySearches = (most: number): number => Math.ceil(most / 2);

/** Tokens that a conversation reads in all when each of its turns reads those before it: `first` in every turn, and `perTurn` more with each turn. */
export const readInTurns = (first: number, perTurn: number, turns: number): number =>
  turns * first + (perTurn * turns * (turns + 1)) / 2;
