/** This number of top rows is always scored in doubles: all that the protocol keeps. */
const SURE = 100;
/**
 * Beyond those, rows are scored in doubles that lie closer together than this many times the largest error among the sure
 * ones: 16, for two errors of 8 times that size. Errors are sums of many roundings, so that a hundred of them show how large
 * they get.
 */
const TIMES_LARGEST_ERROR = 16;
/** Half the distance from 1 to the next 32-bit float. */
const UNIT_ROUNDOFF = 2 ** -24;

/** Places of the best among scores in descending order, which are to be scored in doubles in any case. */
export const surePlaces = (scores: Float32Array): Uint32Array =>
  Uint32Array.from({ length: Math.min(SURE, scores.length) }, (_, place) => place);

/** Places of others that errors as large as those of the sure ones could put in another order. */
export const uncertainRows = (scores: Float32Array, sure: Float64Array): Uint32Array => {
  if (scores.length <= SURE) return new Uint32Array();
  let largest = UNIT_ROUNDOFF * Math.abs(scores[0]!);
  for (let place = 0; place < SURE; place++)
    largest = Math.max(largest, Math.abs(scores[place]! - sure[place]!));
  const close = TIMES_LARGEST_ERROR * largest;
  const places = new Uint32Array(scores.length);
  let size = 0;
  for (let place = SURE; place < scores.length; place++) {
    const above = scores[place - 1]! - scores[place]!;
    const below = scores[place]! - scores[place + 1]!;
    if (above <= close || below <= close) places[size++] = place;
  }
  return places.subarray(0, size);
};
