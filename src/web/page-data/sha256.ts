/** SHA-256 of a text's UTF-8 bytes as hexadecimal digits. Pages opened from a file have no `crypto.subtle`, and the server must agree with them. */
export const sha256Hex = (text: string): string => {
  const words = padded(ENCODER.encode(text));
  const state = Uint32Array.from(START);
  for (let block = 0; block < words.length; block += 16) {
    SCHEDULE.set(words.subarray(block, block + 16));
    extend(SCHEDULE);
    compress(state, SCHEDULE);
  }
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
};

// Made once, and no lists below: keys are made of every document of a task.
const ENCODER = new TextEncoder();
const SCHEDULE = new Uint32Array(64);

const PRIMES = Array.from({ length: 312 }, (_, i) => i).filter(
  (n) => n > 1 && !Array.from({ length: n }, (_, d) => d).some((d) => d > 1 && n % d === 0),
);

/** The first 32 bits of the fraction of a root: the algorithm's constants by their definition (FIPS 180-4). */
const fraction = (root: number): number => Math.floor((root - Math.floor(root)) * 2 ** 32);

const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = Uint32Array.from(PRIMES.slice(0, 64), (prime) => fraction(Math.cbrt(prime)));

/** The message with a single 1 bit, zeros, and its length in bits, as big-endian words. */
const padded = (bytes: Uint8Array): Uint32Array => {
  const words = new Uint32Array(Math.ceil((bytes.length + 9) / 64) * 16);
  const put = (place: number, byte: number): void => {
    words[place >> 2]! |= byte << (24 - 8 * (place & 3));
  };
  for (let place = 0; place < bytes.length; place++) put(place, bytes[place]!);
  put(bytes.length, 0x80);
  words[words.length - 2] = Math.floor(bytes.length / 2 ** 29);
  words[words.length - 1] = bytes.length << 3;
  return words;
};

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

const extend = (schedule: Uint32Array): void => {
  for (let i = 16; i < 64; i++) {
    const near = schedule[i - 15]!;
    const far = schedule[i - 2]!;
    const a = turned(near, 7) ^ turned(near, 18) ^ (near >>> 3);
    const b = turned(far, 17) ^ turned(far, 19) ^ (far >>> 10);
    schedule[i] = schedule[i - 16]! + a + schedule[i - 7]! + b;
  }
};

const compress = (state: Uint32Array, schedule: Uint32Array): void => {
  let [a, b, c, d, e, f, g, h] = state as unknown as Eight;
  for (let i = 0; i < 64; i++) {
    const mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = (h + mixed + choice + ROUNDS[i]! + schedule[i]!) | 0;
    const spread = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const second = (spread + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i]! += word;
};

type Eight = [number, number, number, number, number, number, number, number];
