/** Places of scores, the highest first, and among equal ones the first. */
export const byDescendingScore = (scores: Float32Array): Uint32Array => {
  // Integers of 64 bits are sorted many times as fast as by a function that compares: above a score's bits, below its place.
  const words = new Uint32Array(2 * scores.length);
  const one = new Float32Array(1);
  const bits = new Uint32Array(one.buffer);
  for (let place = 0; place < scores.length; place++) {
    // Not −0, which has other bits than 0.
    one[0] = scores[place]! + 0;
    words[2 * place] = place;
    // Bits of floats rise with positive numbers and fall with negative ones.
    words[2 * place + 1] = bits[0]! >= 2 ** 31 ? bits[0]! : 2 ** 31 - 1 - bits[0]!;
  }
  new BigUint64Array(words.buffer).sort();
  const places = new Uint32Array(scores.length);
  for (let rank = 0; rank < places.length; rank++) places[rank] = words[2 * rank]!;
  return places;
};
